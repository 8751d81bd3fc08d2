package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import org.apache.spark.internal.Logging
import org.apache.spark.sql.classic
import org.apache.spark.sql.delta.{DeltaOperations, Serializable, WinningCommitSummary}

import io.deltaward.concurrency.blocks.BlockRun
import io.deltaward.concurrency.reads.{PartitionValues, TellingPartition}
import io.deltaward.concurrency.report.{ConflictEvents, ConflictSinks}
import io.deltaward.conf.{ConflictSink, DeltawardConf, SessionConf}
import io.deltaward.conflicts.{ConflictExplanation, ConflictingTable, Unresolved}
import io.deltaward.conflicts.Unresolved.{CachedRead, OwnCommit}

/**
 * Reports the conflicts of one transaction: in the driver's log, as events, and as the explanation in the exception.
 *
 * @param name of the table
 * @param runs the blocks that the transaction belongs to
 */
final class ConflictReporter(name: => String, statement: StatementContext, runs: Set[BlockRun])
    extends Logging {

  def log(winner: WinningCommitSummary, outcome: Either[Unresolved, Any]): Unit = outcome match {
    case Right(_) => logInfo(s"$name: resolved the conflict with version ${winner.commitVersion}")
    case Left(why) =>
      logInfo(
        s"$name: the conflict with version ${winner.commitVersion} is not resolved: ${why.because}"
      )
  }

  /** Returns the explanation of a conflict that stays. */
  def explanation(encounter: Encounter, why: Unresolved): ConflictExplanation = {
    val Encounter(_, operation, winner, level) = encounter
    ConflictExplanation(
      ConflictFacts.winner(winner),
      if (ConflictFacts.isOwn(encounter)) OwnCommit
      else if (why.retryable && statement.readsFromCache) CachedRead
      else why,
      ConflictingTable(
        name,
        operation match {
          // One condition more would change what any other statement does.
          case _: DeltaOperations.Delete | _: DeltaOperations.Update => tellingPartition(encounter)
          case _ => None
        },
        serializable = level == Serializable,
        winnerIsAppend = winner.blindAppendAddedFiles.nonEmpty
      ),
      runs.map(_.tag).toSeq.sorted
    )
  }

  /** Returns the condition on a partition column that would have kept the two commits apart. */
  private def tellingPartition(encounter: Encounter): Option[String] = {
    val metadata = encounter.info.readSnapshot.metadata
    val values =
      new PartitionValues(metadata, SessionConf.get(statement.session).sessionLocalTimeZone)
    new TellingPartition(metadata, values).find(
      ConflictFacts.files(encounter.info.actions),
      ConflictFacts.files(encounter.winner.actions)
    )
  }

  /** Records the event and sends it to the sink. A failure is logged, and does not fail the commit. */
  def record(encounter: Encounter, check: ConflictFacts.Check): Unit =
    try if (!ConflictSinks.isWriting) {
        val event = ConflictFacts.event(name, encounter, check)
        ConflictMetrics.count(ConflictEvents.add(event))
        ConflictSink.parse(statement.settings.getConf(DeltawardConf.CONFLICTS_SINK)).foreach(
          ConflictSinks.send(event, _, statement.session.asInstanceOf[classic.SparkSession])
        )
      }
    catch {
      case NonFatal(error) => logWarning("A conflict event could not be stored", error)
    }
}
