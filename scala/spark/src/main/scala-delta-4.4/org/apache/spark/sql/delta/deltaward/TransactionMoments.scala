package org.apache.spark.sql.delta.deltaward

import io.delta.storage.commit.Commit
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.{Metadata, Protocol}
import org.apache.spark.sql.delta.amt.AMTWriterManager

/**
 * The moments of a commit at which deltaward acts, for Delta 4.4. Versions of Delta call them in different ways.
 * `GuardedTransaction` overrides the methods that all versions call alike.
 */
abstract class TransactionMoments(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot
) extends OptimisticTransaction(deltaLog, catalogTable, snapshot) {

  /**
   * Called before every attempt. Returns what the attempt writes.
   *
   * @param version version that is attempted
   * @param attempt number of the attempt, from 0
   */
  protected def attempting(
      version: Long,
      info: CurrentTransactionInfo,
      attempt: Int,
      level: IsolationLevel
  ): CurrentTransactionInfo

  /** Called after an attempt lost. `resolved` checks the attempt against all winning commits. */
  protected def lost(resolved: => CurrentTransactionInfo): CurrentTransactionInfo

  /** Returns the conflict checker for a winning commit. */
  protected def checker(
      winner: WinningCommitSummary,
      info: CurrentTransactionInfo,
      level: IsolationLevel
  ): RowLevelConflictChecker

  /** Called after the commit. */
  protected def committed(version: Long): Unit

  /** Called after the commit. Returns whether the commit needs a checkpoint of its own. */
  protected def needsCheckpoint: Boolean

  /** Called after the commit. Returns whether Delta may clean up the log along with a checkpoint. */
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

  /** Runs Delta's hooks. They make a checkpoint when one is due, and clean up the log along with it. */
  override protected def runPostCommitHooks(done: CommittedTransaction): Unit = {
    committed(done.committedVersion)
    val due = if (needsCheckpoint) CheckpointWithoutCleanup.due(done) else done
    val after = due.postCommitSnapshot
    val asDelta = !due.maintenanceOperation.shouldCheckpoint ||
      mayCleanUp(after.protocol, after.metadata, due.committedVersion)
    super.runPostCommitHooks(if (asDelta) due else CheckpointWithoutCleanup.prepare(due))
  }

  /** Runs after `commitLarge`, which makes a checkpoint itself. */
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
