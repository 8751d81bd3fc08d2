package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.actions.Action
import org.apache.spark.sql.delta.util.FileNames

/** Connects the moments of an attempt to the methods that Delta 3.2 to 4.0 call. */
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

  override protected def checkForConflicts(
      checkVersion: Long,
      info: CurrentTransactionInfo,
      attemptNumber: Int,
      level: IsolationLevel
  ): (Long, CurrentTransactionInfo) = {
    var next = checkVersion
    val after = lost {
      val (version, resolved) = super.checkForConflicts(checkVersion, info, attemptNumber, level)
      next = version
      resolved
    }
    (next, after)
  }

  override protected def checkForConflictsAgainstVersion(
      info: CurrentTransactionInfo,
      commit: FileStatus,
      level: IsolationLevel
  ): CurrentTransactionInfo = {
    val actions = deltaLog.store.read(commit, deltaLog.newDeltaHadoopConf()).map(Action.fromJson)
    val winner = new ReadWinner(commit, actions, FileNames.deltaVersion(commit))
    checker(winner, info, level).resolved()
  }

  /** Returns the table after a commit that `commitLarge` wrote. */
  protected def snapshotAfter(version: Long, commit: WrittenCommit.Type): Snapshot =
    LargeCommitSnapshot.after(deltaLog, version, commit, preCommitLogSegment, catalogTable)
}
