package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{
  CurrentTransactionInfo,
  DeltaConcurrentModificationException,
  MetadataChangedException
}

import io.deltaward.conflicts.Unresolved
import io.deltaward.errors.ExplainedConflict
import org.apache.spark.sql.delta.deltaward.ConflictFacts.{Check, Outcome}

/**
 * Runs Delta's checks against one winning commit, in Delta's order. If the three checks on files find a conflict, it looks at
 * the rows. A conflict that stays keeps Delta's exception. If the checks find none, it looks for conflicts that Delta does not
 * look for. Only the check of the timestamp comes after those on files. Row ids are assigned by then, so files of the winning
 * commit that come into the losing one keep theirs.
 */
final class RowLevelConflictChecker(
    spark: SparkSession,
    encounter: Encounter,
    concurrency: RowLevelConcurrency,
    reporter: ConflictReporter
) extends WinnerChecker(spark, encounter) {

  private val winner = encounter.winner

  private var found: Option[DeltaConcurrentModificationException] = None
  private var resolution: Option[Resolved] = None
  private var unresolved: Option[Unresolved] = None

  /**
   * Returns the attempt, changed to follow the winning commit.
   *
   * @throws DeltaConcurrentModificationException with an explanation: [[io.deltaward.errors.ExplainedConflict]]
   */
  def resolved(): CurrentTransactionInfo = {
    val started = System.nanoTime()
    try {
      val after = checkAll()
      val outcome = resolution.fold[Outcome](Outcome.Retried)(r => Outcome.Resolved(r.how, r.files))
      reporter.record(encounter, Check(found, outcome, System.nanoTime() - started))
      after
    } catch {
      case conflict: DeltaConcurrentModificationException =>
        throw failed(
          conflict,
          unresolved.getOrElse(ConflictFacts.reason(conflict, encounter)),
          started
        )
    }
  }

  /** Returns the conflict with a commit that came between the statement's analysis and the start of its transaction. */
  def missed: Throwable = failed(overlooked, Unresolved.UnknownReads, System.nanoTime())

  /** Returns the conflict with an explanation, or as it is if it cannot be explained. */
  private def failed(conflict: Throwable, why: Unresolved, started: Long): Throwable =
    try {
      val explanation = reporter.explanation(encounter, why)
      val outcome = Outcome.Failed(explanation)
      reporter.record(encounter, Check(Some(conflict), outcome, System.nanoTime() - started))
      ExplainedConflict.explain(conflict, explanation)
    } catch {
      case NonFatal(error) =>
        logWarning("A conflict could not be explained", error)
        conflict
    }

  override protected def ofMetadata(check: => Unit): Unit = {
    val before = currentTransactionInfo
    try check
    catch {
      case conflict: MetadataChangedException =>
        found = Some(conflict)
        resolve(concurrency.resolvedMetadata(before, winner), conflict)
    }
  }

  private def resolve(outcome: Either[Unresolved, Resolved], conflict: Throwable): Unit = {
    reporter.log(winner, outcome)
    unresolved = outcome.left.toOption
    val resolved = outcome.getOrElse(throw conflict)
    currentTransactionInfo = resolved.after
    resolution = Some(resolved)
  }

  override protected def checkForAddedFilesThatShouldHaveBeenReadByCurrentTxn(): Unit = {
    val onFiles = conflictOnFiles
    found = onFiles.orElse(found)
    onFiles match {
      case Some(conflict) => resolve(concurrency.resolved(currentTransactionInfo, winner), conflict)
      case None =>
        concurrency.overlooked(encounter.copy(info = currentTransactionInfo)).foreach { why =>
          reporter.log(winner, Left(why))
          unresolved = Some(why)
          throw overlooked
        }
    }
  }

  // The first check runs all three, since the rows decide on all three together.
  override protected def checkForDeletedFilesAgainstCurrentTxnReadFiles(): Unit = ()
  override protected def checkForDeletedFilesAgainstCurrentTxnDeletedFiles(): Unit = ()

  private def conflictOnFiles: Option[DeltaConcurrentModificationException] =
    try {
      super.checkForAddedFilesThatShouldHaveBeenReadByCurrentTxn()
      super.checkForDeletedFilesAgainstCurrentTxnReadFiles()
      super.checkForDeletedFilesAgainstCurrentTxnDeletedFiles()
      None
    } catch { case conflict: DeltaConcurrentModificationException => Some(conflict) }

  /** Returns Delta's exception for a conflict that Delta does not look for. */
  private def overlooked: DeltaConcurrentModificationException =
    if (winner.addedFiles.nonEmpty) concurrentAppend else concurrentDeleteRead
}
