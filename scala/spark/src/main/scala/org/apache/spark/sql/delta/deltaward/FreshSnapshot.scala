package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}
import org.apache.spark.sql.delta.actions.AddFile

/** A version of a table as Delta reads it from the log, without anything that it has in memory. */
object FreshSnapshot {

  /** Has Delta open it, list its files and compare it with its checksum; what it fails with, in words: the log is damaged. */
  def failure(spark: SparkSession, table: Path, version: Long): Option[String] =
    failureOf(open(spark, table).getSnapshotAt(version))

  /** The same of the newest version. */
  def failure(spark: SparkSession, table: Path): Option[String] =
    failureOf(open(spark, table).update())

  private def open(spark: SparkSession, table: Path): DeltaLog = {
    DeltaLog.invalidateCache(spark, table)
    DeltaLog.forTable(spark, table)
  }

  private def failureOf(opened: => Snapshot): Option[String] =
    try {
      val snapshot = opened
      snapshot.allFiles.foreachPartition((files: Iterator[AddFile]) => files.foreach(_ => ()))
      Option.unless(snapshot.validateChecksum())("its checksum is not what the log says")
    } catch {
      case known: SparkThrowable if notTheLog(known.getCondition) => None
      case NonFatal(error) => Some(firstLine(error))
    }

  /** What Delta refuses whatever the state of the log: its own words say it best. */
  private val notTheLog: Set[String] = Set(
    "DELTA_INVALID_PROTOCOL_VERSION",
    "DELTA_PATH_BASED_ACCESS_TO_CATALOG_MANAGED_TABLE_BLOCKED",
    "DELTA_UNSUPPORTED_FEATURES_FOR_READ",
    "DELTA_UNSUPPORTED_FEATURES_FOR_WRITE"
  )

  private def firstLine(error: Throwable): String = {
    val message = String.valueOf(error.getMessage).linesIterator.nextOption().getOrElse("")
    if (message.length > 200) s"${message.take(200)}..." else message
  }
}
