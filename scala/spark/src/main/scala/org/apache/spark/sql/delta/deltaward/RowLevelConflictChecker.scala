package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{
  ConflictChecker,
  CurrentTransactionInfo,
  DeltaConcurrentModificationException,
  IsolationLevel,
  WinningCommitSummary
}

/**
 * Delta's checks against one winner, in Delta's order. Only where the three on files find a conflict is it looked at row by
 * row; a conflict that stays keeps Delta's exception. The checks on files are the last before the timestamp: row
 * ids are assigned by then, so that files of the winner that come into the commit keep theirs.
 */
final class RowLevelConflictChecker(
    spark: SparkSession,
    info: CurrentTransactionInfo,
    winner: WinningCommitSummary,
    level: IsolationLevel,
    concurrency: RowLevelConcurrency
) extends ConflictChecker(spark, info, winner, level) {

  override protected def checkForAddedFilesThatShouldHaveBeenReadByCurrentTxn(): Unit =
    try {
      super.checkForAddedFilesThatShouldHaveBeenReadByCurrentTxn()
      super.checkForDeletedFilesAgainstCurrentTxnReadFiles()
      super.checkForDeletedFilesAgainstCurrentTxnDeletedFiles()
      concurrency.passed(currentTransactionInfo, winner, level)
    } catch {
      case conflict: DeltaConcurrentModificationException =>
        val outcome = concurrency.resolved(currentTransactionInfo, winner)
        concurrency.log(winner, outcome)
        currentTransactionInfo = outcome.getOrElse(throw conflict)
    }

  // Both are part of the first: whether one of them matters is decided for all three together.
  override protected def checkForDeletedFilesAgainstCurrentTxnReadFiles(): Unit = ()
  override protected def checkForDeletedFilesAgainstCurrentTxnDeletedFiles(): Unit = ()
}
