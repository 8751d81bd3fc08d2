package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{Metadata, Protocol}

/** Calls deltaward before, during and after a commit. */
abstract class TransactionMoments(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot
) extends HookedTransaction(deltaLog, catalogTable, snapshot)
    with CommittingOperation
    with LargeCommit
    with LowerableProtocol
    with RewriteOfLiveFiles
    with SplitTransaction {

  /** Called after the commit. */
  protected def committed(version: Long): Unit

  /** Called after the commit. Returns whether the commit needs a checkpoint of its own. */
  protected def asksForCheckpoint: Boolean

  /** Called after the commit. Returns whether Delta may clean up the log along with a checkpoint. */
  protected def mayCleanUp(protocol: Protocol, metadata: Metadata, checkpointAt: Long): Boolean

  /** Prepares for Delta's hooks. They make a checkpoint when one is due, and clean up the log along with it. */
  override protected def beforeHooks(done: CommittedTransaction): CommittedTransaction = {
    committed(done.committedVersion)
    val due = if (asksForCheckpoint) DueCheckpoint.request(done) else done
    val after = due.postCommitSnapshot
    val asDelta = !DueCheckpoint.isDue(due) ||
      mayCleanUp(after.protocol, after.metadata, due.committedVersion)
    if (asDelta) due else CheckpointWithoutCleanup.prepare(due)
  }

  /** Runs after `commitLarge`, which makes a checkpoint itself. */
  override protected def updateAndCheckpoint(
      spark: SparkSession,
      deltaLog: DeltaLog,
      commitSize: Int,
      attemptVersion: Long,
      commit: WrittenCommit.Type,
      txnId: String
  ): Snapshot = {
    committed(attemptVersion)
    if (mayCleanUp(protocol, metadata, attemptVersion))
      super.updateAndCheckpoint(spark, deltaLog, commitSize, attemptVersion, commit, txnId)
    else {
      val after = snapshotAfter(attemptVersion, commit)
      CheckpointWithoutCleanup.write(spark, deltaLog, after, catalogTable)
      after
    }
  }
}
