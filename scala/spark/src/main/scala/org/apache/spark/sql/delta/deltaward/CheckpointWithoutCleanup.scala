package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.spark.internal.Logging
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.hooks.CheckpointHook
import org.apache.spark.sql.delta.sources.DeltaSQLConf

/** Delta's checkpoint hook without the cleanup of the log after it. Delta does both in one call. */
object CheckpointWithoutCleanup extends CommittedHook with Logging {

  override val name: String = CheckpointHook.name

  override def run(spark: SparkSession, committed: CommittedTransaction): Unit =
    if (DueCheckpoint.isDue(committed))
      write(
        spark,
        committed.deltaLog,
        committed.deltaLog.getSnapshotAt(committed.committedVersion),
        committed.catalogTable
      )

  override def handleError(spark: SparkSession, error: Throwable, version: Long): Unit =
    CheckpointHook.handleError(spark, error, version)

  /** Returns the transaction with this hook in place of Delta's. */
  def prepare(committed: CommittedTransaction): CommittedTransaction =
    committed.copy(postCommitHooks = committed.postCommitHooks.map {
      case CheckpointHook => this
      case other => other
    })

  /** Writes a checkpoint. A failure does not fail the commit, which exists already, unless Delta is set to throw it. */
  def write(
      spark: SparkSession,
      log: DeltaLog,
      snapshot: Snapshot,
      table: Option[CatalogTable]
  ): Unit =
    try {
      val written = CheckpointFiles.write(spark, log, snapshot, table)
      log.writeLastCheckpointFile(log, written, LastCheckpointInfo.checksumEnabled(spark))
    } catch {
      case NonFatal(e) =>
        if (
          spark.sessionState.conf.getConf(
            DeltaSQLConf.DELTA_CHECKPOINT_THROW_EXCEPTION_WHEN_FAILED
          )
        ) throw e
        logWarning(s"The checkpoint of version ${snapshot.version} failed", e)
    }
}
