package io.deltaward.serializability.log

import scala.collection.mutable

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.sql.delta.DeltaLog

/**
 * A row as a session reads it.
 *
 * @param file          the name of its data file
 * @param id            and `commitVersion`: where row tracking is on
 */
final case class TableRow(
    values: Row,
    file: String,
    id: Option[Long],
    commitVersion: Option[Long]
)

/**
 * Reads a table's versions by a session, each once and without anything that Delta has cached of it before.
 *
 * Rows have the columns of the newest version, as in the change data feed: what came later is NULL.
 */
final class TableRows(session: SparkSession, log: Log) {

  DeltaLog.invalidateCache(session, log.table)

  private val columns = PhysicalNames.of(log.metadataAt(log.newest)).size

  private val known = mutable.Map.empty[Long, Seq[TableRow]]

  def at(version: Long): Seq[TableRow] = known.getOrElseUpdate(version, read(version))

  /** The contents, each distinct row with how often it occurs. */
  def counts(version: Long): Map[Row, Int] = TableRows.counted(at(version).map(_.values))

  /** What the change data feed holds of one version: by kind of change, the rows. */
  def changes(version: Long): Map[String, Seq[Row]] = {
    val frame = delta
      .option("readChangeFeed", "true")
      .option("startingVersion", version)
      .option("endingVersion", version)
      .load(log.table.toString)
    split(frame, Seq("_change_type")).groupMap(_._2.head.toString)(_._1)
  }

  private def delta = session.read.format("delta")

  private def read(version: Long): Seq[TableRow] = {
    val frame = delta.option("versionAsOf", version).load(log.table.toString)
    val tracking = log.isOn(version, "delta.enableRowTracking")
    val hidden = "_metadata.file_path" +:
      (if (tracking) Seq("_metadata.row_id", "_metadata.row_commit_version") else Nil)
    split(frame.selectExpr(frame.columns.toSeq ++ hidden: _*), hidden.map(_.split('.').last)).map {
      case (values, file +: tracked) =>
        val numbers = tracked.map(_.asInstanceOf[Long])
        TableRow(
          values,
          new Path(file.toString).getName,
          numbers.headOption,
          numbers.lift(1)
        )
      case (values, none) => throw new IllegalStateException(s"$values with $none")
    }
  }

  /** Rows of the table's columns, each with the values of some others. */
  private def split(frame: DataFrame, others: Seq[String]): Seq[(Row, Seq[Any])] = {
    val fields = frame.schema.fieldNames.toSeq
    val own =
      fields.indices.filterNot(i => others.contains(fields(i)) || fields(i).startsWith("_commit"))
    frame.collect().toSeq.map { row =>
      val values = own.map(row.get).padTo(columns, null)
      (TableRows.exact(Row.fromSeq(values)), others.map(row.getAs[Any]))
    }
  }
}

object TableRows {

  def counted(rows: Seq[Row]): Map[Row, Int] = rows.groupMapReduce(identity)(_ => 1)(_ + _)

  /** Rows of `some` that `others` has not, or not as often. */
  def minus(some: Map[Row, Int], others: Map[Row, Int]): Map[Row, Int] =
    some.map { case (row, n) => row -> (n - others.getOrElse(row, 0)) }.filter(_._2 > 0)

  /** Doubles as text: `==` takes zeros of different sign for equal. */
  private def exact(row: Row): Row = Row.fromSeq(row.toSeq.map {
    case d: Double => d.toString
    case other => other
  })
}
