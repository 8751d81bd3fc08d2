package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.JsonNode
import org.apache.hadoop.fs.Path

/** Checks that statistics fit the rows of their file, since readers skip files by them. */
object Statistics {

  private val bounds = Invariant("no row is outside its file's bounds")
  private val nulls = Invariant("a file's null counts are its rows'")
  private val records = Invariant("a file's row count is its rows'")

  def findings(log: Log, rows: RowsByVersion, version: Long): Seq[Anomaly] = {
    val columns = PhysicalNames.list(log.metadataAt(version))
    val byFile = rows.readAt(version).groupMap(_.file)(_.values)
    for {
      file <- log.activeAt(version).toSeq
      stats <- file.stats.toSeq
      live = byFile.getOrElse(new Path(file.path).getName, Nil)
      found <- records.unless(version, file.liveRecords.forall(_ == live.size.toLong)) {
        s"$file: ${file.liveRecords} by the log, ${live.size} read"
      } ++ columns.zipWithIndex.flatMap { case (column, i) =>
        of(version, s"$file, $column", stats, column, live.map(_.get(i)))
      }
    } yield found
  }

  private def of(
      version: Long,
      what: String,
      stats: Stats,
      column: String,
      values: Seq[Any]
  ): Seq[Anomaly] = {
    val known = values.filter(_ != null)
    val (min, max) = (stats.min(column), stats.max(column))
    val empty = values.size.toLong - known.size
    val promised = stats.nullCount(column)
    // With wide bounds, a null count promises something only if it says "none" or "all".
    val kept =
      if (stats.tightBounds) promised.forall(_ == empty)
      else
        (!promised.contains(0L) || empty == 0) &&
        (promised.isEmpty || promised != stats.numRecords || known.isEmpty)
    bounds.unless(version, known.forall(v => min.forall(least => compare(least, v) <= 0))) {
      s"$what: least is $min, rows have $known"
    } ++ bounds.unless(version, known.forall(v => max.forall(most => compare(most, v) >= 0))) {
      s"$what: greatest is $max, rows have $known"
    } ++ nulls.unless(version, kept)(s"$what: $promised NULLs by the log, $empty read")
  }

  private def compare(bound: JsonNode, value: Any): Int = value match {
    // JSON replaces bytes that are not UTF-8.
    case text: String if bound.isTextual && !text.contains('\uFFFD') => bound.asText.compareTo(text)
    case number: Long => java.lang.Long.compare(bound.asLong, number)
    case number: Int => java.lang.Long.compare(bound.asLong, number.toLong)
    // Doubles are not compared: they arrive as text, and bounds leave NaN out.
    case _ => 0
  }
}
