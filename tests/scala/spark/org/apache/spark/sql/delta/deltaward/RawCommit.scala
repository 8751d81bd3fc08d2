package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{DeltaLog, DeltaOperations, OptimisticTransaction}
import org.apache.spark.sql.delta.actions.{Action, Metadata, Protocol}

/** Commits as code that sets protocol and metadata by hand, without Delta's statements. */
object RawCommit {

  private val operation = DeltaOperations.ManualUpdate

  /**
   * Makes a first commit that lists a reader feature for writers only, as an engine may that keeps the lists by
   * hand.
   */
  def apply(spark: SparkSession, table: Path, feature: String): Unit = written(
    spark,
    table,
    Protocol(1, 7, None, Some(Set(feature))),
    Metadata(schemaString = """{"type":"struct","fields":[]}""")
  )

  /** Makes a first commit with one table feature. */
  def supporting(spark: SparkSession, table: Path, feature: String): Unit = written(
    spark,
    table,
    Protocol(3, 7, Some(Set(feature)), Some(Set(feature))),
    Metadata(schemaString = """{"type":"struct","fields":[]}""")
  )

  def written(spark: SparkSession, table: Path, actions: Action*): Unit =
    started(spark, table).commit(actions, operation): Unit

  /** Commits as RESTORE does, where Delta checks no change of the protocol. */
  def large(spark: SparkSession, table: Path, protocol: Protocol): Unit =
    started(spark, table)
      .commitLarge(spark, Iterator.empty, Some(protocol), operation, Map.empty, Map.empty): Unit

  private def started(spark: SparkSession, table: Path): OptimisticTransaction =
    DeltaLog.forTable(spark, table).startTransaction(None)
}
