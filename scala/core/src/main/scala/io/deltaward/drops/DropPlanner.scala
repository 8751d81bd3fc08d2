package io.deltaward.drops

import io.deltaward.checkpoints.VersionRange
import io.deltaward.drops.DropAction._
import io.deltaward.drops.DropMode.{ProtectHistory, TruncateHistory}

/**
 * The steps of a drop in order, as Delta Lake 4.4 takes them (rules D3 to D5).
 *
 * @param now milliseconds since the epoch
 */
final class DropPlanner(facts: DropFacts, now: Long) {
  import DropPlanner._

  def plan(mode: DropMode): Seq[DropStep] = mode match {
    case truncate: TruncateHistory if facts.startsOver => startOver(truncate)
    case truncate: TruncateHistory if facts.protectsHistory || protecting => truncateNow(truncate)
    case ProtectHistory if facts.protectsHistory =>
      (traces :+ checkpoints(BarrierCheckpoints)) ++ last
    case _ => traces ++ last
  }

  private def traces: Seq[DropStep] = facts.cleanup ++ facts.everyRun

  private def last: Seq[DropStep] = facts.release.toSeq :+ drop

  /** The first run ends with an error once the traces are gone; the second one truncates. */
  private def startOver(mode: TruncateHistory): Seq[DropStep] = {
    val first = traces :+ checkpoints(1)
    val log = facts.log.after(commits(first), now)
    val due = mode.momentFor(now + commits(first))
    (first :+ waitUntil(due, WaitForRetention)) ++ laterRun(log, mode, due)
  }

  private def truncateNow(mode: TruncateHistory): Seq[DropStep] = {
    val run = traces :+ checkpoints(1)
    val log = facts.log.after(commits(run), now)
    val lost = log.lostAt(mode.cutoff(now))
    facts.usedUntil.filterNot(used => lost.exists(_.last >= used)) match {
      case None => run ++ lost.map(truncate) ++ last
      case Some(used) =>
        val due = log.cutoffFor(used).map(mode.momentFor)
        run ++ lost.map(truncate) ++ due.map(waitUntil(_, waitsWith)) ++
          due.toSeq.flatMap(laterRun(log, mode, _))
    }
  }

  /** Whether it is `checkpointProtection` that goes, and history is left that it protects. */
  private def protecting: Boolean = facts.release.isDefined && facts.usedUntil.isDefined

  private def waitsWith: String =
    if (facts.release.isDefined) ProtectedHistory else HistoricalVersions

  private def laterRun(log: CleanableLog, mode: TruncateHistory, at: Long): Seq[DropStep] = {
    val run = facts.everyRun :+ checkpoints(1)
    val lost = log.after(commits(run), at).lostAt(mode.cutoff(at))
    (run ++ lost.map(truncate) ++ last).map(_.copy(earliest = Some(at)))
  }
}

object DropPlanner {

  /** Delta's own number: so many in a row that a writer which is still at work meets one. */
  private val BarrierCheckpoints = 3

  private val WaitForRetention = "DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD"
  private val HistoricalVersions = "DELTA_FEATURE_DROP_HISTORICAL_VERSIONS_EXIST"
  private val ProtectedHistory =
    "DELTA_FEATURE_DROP_CHECKPOINT_PROTECTION_WAIT_FOR_RETENTION_PERIOD"

  private val drop = DropStep(
    Drop,
    "Write the lower protocol: concurrent writes fail, and streams that read the table must be restarted.",
    commits = Some(1)
  )

  private def commits(steps: Seq[DropStep]): Int = steps.flatMap(_.commits).sum

  /** The one step of a drop that Delta refuses. */
  def refused(refusal: Refusal): DropStep = DropStep(
    Refuse,
    refusal.why,
    condition = Some(refusal.condition),
    statement = Option.when(refusal.remedies.nonEmpty)(refusal.remedies.mkString(";\n"))
  )

  private def checkpoints(n: Int): DropStep = DropStep(
    Checkpoint,
    if (n == 1) "Make an empty commit and a checkpoint of it."
    else s"Make $n empty commits and a checkpoint of each.",
    commits = Some(n)
  )

  private def waitUntil(moment: Long, condition: String): DropStep = DropStep(
    Wait,
    "The statement ends here with an error: run it again once the older versions may go.",
    earliest = Some(moment),
    condition = Some(condition)
  )

  private def truncate(lost: VersionRange): DropStep = DropStep(
    Truncate,
    s"Delete the log of versions $lost, for good.",
    lost = Some(lost)
  )
}
