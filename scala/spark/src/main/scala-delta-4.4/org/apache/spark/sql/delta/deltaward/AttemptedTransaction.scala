package org.apache.spark.sql.delta.deltaward

import io.delta.storage.commit.Commit
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.amt.AMTWriterManager

/**
 * Connects the moments of an attempt to the methods that Delta 4.4 calls. Delta also recognises the transaction's own commit
 * after a lost response.
 */
abstract class AttemptedTransaction(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot
) extends OptimisticTransaction(deltaLog, catalogTable, snapshot) with AttemptMoments {

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
          .map(checker(winner, info, _).resolved())
      )

  /** Returns the table after a commit that `commitLarge` wrote. */
  protected def snapshotAfter(version: Long, commit: Commit): Snapshot =
    deltaLog.updateAfterCommit(version, Some(commit), None, preCommitLogSegment, catalogTable)
}
