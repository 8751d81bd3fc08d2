package org.apache.spark.sql.delta.deltaward

import io.delta.storage.commit.Commit
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._

/** Connects the moments of an attempt to the methods that Delta 4.1 to 4.3 call. */
abstract class AttemptedTransaction(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot
) extends OptimisticTransaction(deltaLog, catalogTable, snapshot) with AttemptMoments {

  override protected def doCommit(
      attemptVersion: Long,
      info: CurrentTransactionInfo,
      attemptNumber: Int,
      isolationLevel: IsolationLevel
  ): Snapshot = super.doCommit(
    attemptVersion,
    attempting(attemptVersion, info, attemptNumber, isolationLevel),
    attemptNumber,
    isolationLevel
  )

  /** Repeats Delta's loop over the winning commits, because Delta creates its checker inside it. */
  override protected def resolveConflicts(
      info: CurrentTransactionInfo,
      first: Long,
      last: Long,
      commits: Seq[FileStatus],
      level: IsolationLevel
  ): CurrentTransactionInfo = lost(commits.foldLeft(info) { (resolved, commit) =>
    val winner = WinningCommitSummary.createFromFileStatus(deltaLog, commit)
    checker(winner, resolved, level).resolved()
  })

  /** Returns the table after a commit that `commitLarge` wrote. */
  protected def snapshotAfter(version: Long, commit: Commit): Snapshot =
    deltaLog.updateAfterCommit(version, commit, None, preCommitLogSegment, catalogTable)
}
