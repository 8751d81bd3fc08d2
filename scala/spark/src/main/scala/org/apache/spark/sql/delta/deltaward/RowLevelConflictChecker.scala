package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{
  ConflictChecker,
  CurrentTransactionInfo,
  DeltaConcurrentModificationException,
  DeltaErrors,
  IsolationLevel,
  WinningCommitSummary
}

/**
 * Delta's checks against one winner, in Delta's order. A conflict that the three checks on files find is looked at
 * row by row; one that stays keeps Delta's exception. Where they find none, the conflicts that Delta does not look for
 * are looked for. The checks on files are the last but the timestamp's: row ids are assigned by then, so that
 * files of the winner that come into the commit keep theirs.
 */
final class RowLevelConflictChecker(
    spark: SparkSession,
    info: CurrentTransactionInfo,
    winner: WinningCommitSummary,
    level: IsolationLevel,
    concurrency: RowLevelConcurrency
) extends ConflictChecker(spark, info, winner, level) {

  override protected def checkForAddedFilesThatShouldHaveBeenReadByCurrentTxn(): Unit =
    conflictOnFiles match {
      case Some(conflict) =>
        val outcome = concurrency.resolved(currentTransactionInfo, winner)
        concurrency.log(winner, outcome)
        currentTransactionInfo = outcome.getOrElse(throw conflict)
      case None =>
        concurrency.overlooked(currentTransactionInfo, winner, level).foreach { why =>
          concurrency.log(winner, Left(why))
          throw overlooked
        }
    }

  // Both are part of the first: whether one of them matters is decided for all three together.
  override protected def checkForDeletedFilesAgainstCurrentTxnReadFiles(): Unit = ()
  override protected def checkForDeletedFilesAgainstCurrentTxnDeletedFiles(): Unit = ()

  private def conflictOnFiles: Option[DeltaConcurrentModificationException] =
    try {
      super.checkForAddedFilesThatShouldHaveBeenReadByCurrentTxn()
      super.checkForDeletedFilesAgainstCurrentTxnReadFiles()
      super.checkForDeletedFilesAgainstCurrentTxnDeletedFiles()
      None
    } catch { case conflict: DeltaConcurrentModificationException => Some(conflict) }

  /** For what Delta does not look for. */
  def overlooked: DeltaConcurrentModificationException = {
    val (by, version) = (winner.commitInfo, winner.commitVersion)
    if (winner.addedFiles.nonEmpty)
      DeltaErrors.concurrentAppendException(by, getTableNameOrPath, version, None)
    else DeltaErrors.concurrentDeleteReadException(by, getTableNameOrPath, version, None)
  }
}
