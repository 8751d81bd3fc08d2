package io.deltaward.serializability.log

import scala.collection.mutable

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.sql.delta.DeltaLog

/**
 * A row as a session reads it.
 *
 * @param file          name of its data file
 * @param id            row id, if row tracking is on
 * @param commitVersion row commit version, if row tracking is on
 */
final case class TableRow(
    values: Row,
    file: String,
    id: Option[Long],
    commitVersion: Option[Long]
)

/**
 * Reads versions of a table with a session, each once. Drops what Delta has cached of the table first.
 *
 * Rows have the columns of the newest version, as in the change data feed. Columns added later are NULL.
 */
final class RowsByVersion(session: SparkSession, log: Log) {

  DeltaLog.invalidateCache(session, log.table)

  private val columns = PhysicalNames.list(log.metadataAt(log.newest)).size

  private val known = mutable.Map.empty[Long, Seq[TableRow]]

  def readAt(version: Long): Seq[TableRow] = known.getOrElseUpdate(version, read(version))

  /** Returns how often each distinct row occurs. */
  def counts(version: Long): Map[Row, Int] = RowsByVersion.counted(readAt(version).map(_.values))

  /** Returns the rows in the change data feed of one version, by kind of change. */
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

  /** Splits each row into the columns of the table and the values of some others. */
  private def split(frame: DataFrame, others: Seq[String]): Seq[(Row, Seq[Any])] = {
    val fields = frame.schema.fieldNames.toSeq
    val own =
      fields.indices.filterNot(i => others.contains(fields(i)) || fields(i).startsWith("_commit"))
    frame.collect().toSeq.map { row =>
      val values = own.map(row.get).padTo(columns, null)
      (RowsByVersion.exact(Row.fromSeq(values)), others.map(row.getAs[Any]))
    }
  }
}

object RowsByVersion {

  def counted(rows: Seq[Row]): Map[Row, Int] = rows.groupMapReduce(identity)(_ => 1)(_ + _)

  /** Returns the rows of `some` that `others` lacks or has less often. */
  def minus(some: Map[Row, Int], others: Map[Row, Int]): Map[Row, Int] =
    some.map { case (row, n) => row -> (n - others.getOrElse(row, 0)) }.filter(_._2 > 0)

  /** Turns doubles into text, because `==` treats zeros of different sign as equal. */
  private def exact(row: Row): Row = Row.fromSeq((0 until row.length).map(row.get).map {
    case d: Double => d.toString
    case other => other
  })
}
