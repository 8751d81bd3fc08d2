package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta._

/** Checks a transaction against a winning commit that has been read already, in Delta 3.2 to 4.0. */
abstract class WinnerChecker(spark: SparkSession, encounter: Encounter)
    extends ConflictChecker(
      spark,
      encounter.info,
      WinnerChecker.file(encounter),
      encounter.level
    )
    with WholeConflictCheck {

  /** Wraps Delta's check of the metadata. */
  protected def ofMetadata(check: => Unit): Unit

  override protected def createWinningCommitSummary(): WinningCommitSummary = encounter.winner

  override protected def checkNoMetadataUpdates(): Unit = ofMetadata(super.checkNoMetadataUpdates())

  /** Returns Delta's exception for a winner that adds rows. */
  protected def concurrentAppend: DeltaConcurrentModificationException =
    DeltaErrors.concurrentAppendException(encounter.winner.commitInfo, "the table")

  /** Returns Delta's exception for a winner that deletes rows. */
  protected def concurrentDeleteRead: DeltaConcurrentModificationException =
    DeltaErrors.concurrentDeleteReadException(
      encounter.winner.commitInfo,
      encounter.winner.removedFiles.headOption.fold("of the table")(_.path)
    )
}

private object WinnerChecker {

  def file(encounter: Encounter): FileStatus = encounter.winner match {
    case read: ReadWinner => read.file
    // Such a winner is not checked, only reported.
    case other => CommitFile.of(encounter.info.readSnapshot.deltaLog, other.commitVersion)
  }
}
