package org.apache.spark.sql.delta.deltaward

import io.delta.storage.commit.Commit
import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._

/** Calls the moments of an attempt as Delta 4.1 to 4.3 do. */
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

  /** Delta makes its checker inside this method, so the loop over the winning commits is here again. */
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
