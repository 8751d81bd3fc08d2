package org.apache.spark.sql.delta.deltaward

import io.delta.storage.commit.Commit
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{Metadata, Protocol}
import org.apache.spark.sql.delta.amt.AMTWriterManager

/**
 * The moments of a commit at which deltaward has a say, and which Deltas call in different ways: this is how Delta 4.4 does.
 * What all Deltas have alike `GuardedTransaction` overrides itself.
 */
abstract class TransactionMoments(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot
) extends OptimisticTransaction(deltaLog, catalogTable, snapshot) {

  /**
   * Before every attempt: what it is to write.
   *
   * @param version the one that is attempted
   * @param attempt from 0 on
   */
  protected def attempting(
      version: Long,
      info: CurrentTransactionInfo,
      attempt: Int,
      level: IsolationLevel
  ): CurrentTransactionInfo

  /** After an attempt lost: `resolved` goes through all commits that won. */
  protected def lost(resolved: => CurrentTransactionInfo): CurrentTransactionInfo

  /** For each commit that won. */
  protected def checker(
      winner: WinningCommitSummary,
      info: CurrentTransactionInfo,
      level: IsolationLevel
  ): RowLevelConflictChecker

  /** After the commit. */
  protected def committed(version: Long): Unit

  /** After the commit: whether it is to have a checkpoint of its own. */
  protected def needsCheckpoint: Boolean

  /** After the commit: whether the log may be cleaned up along with a checkpoint. */
  protected def mayCleanUp(protocol: Protocol, metadata: Metadata, checkpointAt: Long): Boolean

  override protected def doCommit(
      attemptVersion: Long,
      info: CurrentTransactionInfo,
      attemptNumber: Int,
      isolationLevel: IsolationLevel,
      amtWriter: AMTWriterManager
  ): (Snapshot, CurrentTransactionInfo) = super.doCommit(
    attemptVersion,
    attempting(attemptVersion, info, attemptNumber, isolationLevel),
    attemptNumber,
    isolationLevel,
    amtWriter
  )

  override protected def resolveConflicts(
      info: CurrentTransactionInfo,
      first: Long,
      last: Long,
      commits: Seq[FileStatus],
      level: IsolationLevel
  ): CurrentTransactionInfo = lost(super.resolveConflicts(info, first, last, commits, level))

  override protected def resolveAgainstWinningCommit(
      winner: WinningCommitSummary,
      firstWinningVersion: Long,
      info: CurrentTransactionInfo
  ): Option[CurrentTransactionInfo] =
    super
      .resolveAgainstWinningCommit(winner, firstWinningVersion, info)
      .orElse(
        info.commitInfo
          .flatMap(_.isolationLevel)
          .map(IsolationLevel.fromString)
          .map(checker(winner, info, _).checkConflictsAndValidateActions())
      )

  /** The hooks make a checkpoint when it is time, and clean up the log along with it. */
  override protected def runPostCommitHooks(done: CommittedTransaction): Unit = {
    committed(done.committedVersion)
    val due = if (needsCheckpoint) CheckpointWithoutCleanup.due(done) else done
    val after = due.postCommitSnapshot
    val asDelta = !due.maintenanceOperation.shouldCheckpoint ||
      mayCleanUp(after.protocol, after.metadata, due.committedVersion)
    super.runPostCommitHooks(if (asDelta) due else CheckpointWithoutCleanup.in(due))
  }

  /** After `commitLarge`, which makes a checkpoint itself. */
  override protected def updateAndCheckpoint(
      spark: SparkSession,
      deltaLog: DeltaLog,
      commitSize: Int,
      attemptVersion: Long,
      commit: Commit,
      txnId: String
  ): Snapshot = {
    committed(attemptVersion)
    if (mayCleanUp(protocol, metadata, attemptVersion))
      super.updateAndCheckpoint(spark, deltaLog, commitSize, attemptVersion, commit, txnId)
    else {
      val after = deltaLog
        .updateAfterCommit(attemptVersion, Some(commit), None, preCommitLogSegment, catalogTable)
      CheckpointWithoutCleanup.write(spark, deltaLog, after, catalogTable)
      after
    }
  }
}
