package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{CommittedTransaction, DeltaLog, LastCheckpointInfo, Snapshot}
import org.apache.spark.sql.delta.hooks.{CheckpointHook, PostCommitHook}

/**
 * Delta's checkpoint hook without what comes after it: the checkpoint is written, and the log is not cleaned up
 * (Delta 4.4.0, where both are one call).
 */
object CheckpointWithoutCleanup extends PostCommitHook {

  override val name: String = CheckpointHook.name

  override def run(spark: SparkSession, committed: CommittedTransaction): Unit =
    if (committed.maintenanceOperation.shouldCheckpoint)
      write(
        spark,
        committed.deltaLog,
        committed.deltaLog.getSnapshotAt(committed.committedVersion),
        committed.catalogTable
      )

  override def handleError(spark: SparkSession, error: Throwable, version: Long): Unit =
    CheckpointHook.handleError(spark, error, version)

  /** The same transaction, with this hook where Delta's was. */
  def in(committed: CommittedTransaction): CommittedTransaction =
    committed.copy(postCommitHooks = committed.postCommitHooks.map {
      case CheckpointHook => this
      case other => other
    })

  def write(
      spark: SparkSession,
      log: DeltaLog,
      snapshot: Snapshot,
      table: Option[CatalogTable]
  ): Unit =
    log.withCheckpointExceptionHandling(log, "delta.checkpoint.sync.error") {
      val written = log.writeCheckpointFiles(snapshot, table)
      log.writeLastCheckpointFile(log, written, LastCheckpointInfo.checksumEnabled(spark))
    }
}
