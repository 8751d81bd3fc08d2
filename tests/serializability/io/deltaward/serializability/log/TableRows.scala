package io.deltaward.serializability.log

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.sql.delta.DeltaLog

/** Reads a table's versions by a session, without anything that Delta has cached of it before. */
final class TableRows(session: SparkSession, val table: Path) {

  DeltaLog.invalidateCache(session, table)

  /** The contents, each distinct row with how often it occurs. */
  def counts(version: Long): Map[Row, Int] = TableRows.counted(at(version).collect().toSeq)

  def at(version: Long): DataFrame =
    session.read.format("delta").option("versionAsOf", version).load(table.toString)

  /** What the change data feed holds of one version, with its columns `_change_type` and so on. */
  def changes(version: Long): DataFrame = session.read
    .format("delta")
    .option("readChangeFeed", "true")
    .option("startingVersion", version)
    .option("endingVersion", version)
    .load(table.toString)
}

object TableRows {

  def counted(rows: Seq[Row]): Map[Row, Int] = rows.groupMapReduce(exact)(_ => 1)(_ + _)

  /** Doubles as text: `==` takes zeros of different sign for equal. */
  def exact(row: Row): Row = Row.fromSeq(row.toSeq.map {
    case d: Double => d.toString
    case other => other
  })

  /** Rows of `some` that `others` has not, or not as often. */
  def minus(some: Map[Row, Int], others: Map[Row, Int]): Map[Row, Int] =
    some.map { case (row, n) => row -> (n - others.getOrElse(row, 0)) }.filter(_._2 > 0)
}
