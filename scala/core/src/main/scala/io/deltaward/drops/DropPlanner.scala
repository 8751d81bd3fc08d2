package io.deltaward.drops

import io.deltaward.checkpoints.{Cleanup, VersionRange}
import io.deltaward.drops.DropAction._
import io.deltaward.drops.DropMode.{ProtectHistory, TruncateHistory}

/**
 * Plans the steps of a drop, in the order in which Delta Lake 4.4 takes them (rules D3 to D5).
 *
 * @param now current time, in milliseconds since the epoch
 */
final class DropPlanner(facts: DropFacts, now: Long) {
  import DropPlanner._

  def plan(mode: DropMode): Seq[DropStep] = mode match {
    case truncate: TruncateHistory if facts.startsOver => startOver(truncate)
    case truncate: TruncateHistory if facts.protectsHistory || protecting => truncateNow(truncate)
    case ProtectHistory if facts.protectsHistory =>
      checkpointed(facts.log, traces, BarrierCheckpoints, now) ++ last
    case _ => traces ++ last
  }

  /**
   * Returns the steps of a drop that does not run before it can complete. `None` if a run now deletes no history in vain.
   * The last step is refused if truncation needs a checkpoint that only another run makes.
   */
  def patient(mode: DropMode): Option[Seq[DropStep]] = mode match {
    case truncate: TruncateHistory => held(truncate)
    case _ => None
  }

  private def held(mode: TruncateHistory): Option[Seq[DropStep]] = {
    val (first, rest) = plan(mode).span(_.action != Wait)
    for {
      used <- facts.usedUntil
      wait <- rest.headOption
      lost <- first.find(_.action == Truncate).flatMap(_.lost)
    } yield {
      val due = facts.log.cutoffFor(used).map(mode.momentFor)
        .orElse(wait.earliest.filter(_ => facts.everyRun.isEmpty))
      hold(lost, due) +: due.toSeq.flatMap(laterRun(facts.log, mode, _))
    }
  }

  /** Returns the log after the last of these steps, and the moment when that step is done. */
  def left(steps: Seq[DropStep]): CleanableLog.Then = {
    val (first, second) = steps.span(_.action != Wait)
    val once =
      facts.log.addCheckpoints(commits(first), now).remove(first.flatMap(_.lost).lastOption)
    val at = steps.flatMap(_.earliest).maxOption.getOrElse(now)
    val log =
      if (second.isEmpty) once
      else once.addCheckpoints(commits(second), at).remove(second.flatMap(_.lost).lastOption)
    CleanableLog.Then(log, at)
  }

  private def traces: Seq[DropStep] = facts.cleanup ++ facts.everyRun

  private def last: Seq[DropStep] = facts.release.toSeq :+ drop

  /** Plans two runs. The first removes the traces and ends with an error; the second truncates. */
  private def startOver(mode: TruncateHistory): Seq[DropStep] = {
    val first = checkpointed(facts.log, traces, 1, now)
    val due = mode.momentFor(now + commits(first))
    (first :+ waitUntil(due, WaitForRetention)) ++ laterRun(after(first, facts.log, now), mode, due)
  }

  private def truncateNow(mode: TruncateHistory): Seq[DropStep] = {
    val run = checkpointed(facts.log, traces, 1, now)
    val log = after(run, facts.log, now)
    val truncated = log.lostAt(mode.cutoff(now))
    val lost = truncated ++ run.flatMap(_.lost)
    facts.usedUntil.filterNot(used => lost.exists(_.last >= used)) match {
      case None => run ++ truncated.map(truncate) ++ last
      case Some(used) =>
        val rest = log.cutoffFor(used).map(mode.momentFor) match {
          case Some(due) => waitUntil(due, waitsWith) +: laterRun(log, mode, due)
          case None => Seq(waitInVain(log.boundary.fold(used + 1)(used + 1 max _), waitsWith))
        }
        run ++ truncated.map(truncate) ++ rest
    }
  }

  private def after(run: Seq[DropStep], log: CleanableLog, at: Long): CleanableLog =
    log.addCheckpoints(commits(run), at).remove(run.flatMap(_.lost).lastOption)

  /** Adds `n` checkpoints to the steps. After the first one, Delta cleans up what is too old. */
  private def checkpointed(
      log: CleanableLog,
      steps: Seq[DropStep],
      n: Int,
      at: Long
  ): Seq[DropStep] = {
    val lost = facts.retention.flatMap(retention =>
      log.addCheckpoints(commits(steps) + 1, at).lostAt(Cleanup.cutoff(at, retention))
    )
    steps :+ checkpoints(n, lost)
  }

  /** Checks whether the feature is `checkpointProtection` and history is left that it protects. */
  private def protecting: Boolean = facts.release.isDefined && facts.usedUntil.isDefined

  private def waitsWith: String =
    if (facts.release.isDefined) ProtectedHistory else HistoricalVersions

  private def hold(lost: VersionRange, due: Option[Long]): DropStep = DropStep(
    Wait,
    s"A run now would delete the log of versions $lost, and fail: later versions still need the feature.",
    earliest = due,
    condition = Some(waitsWith)
  )

  private def laterRun(log: CleanableLog, mode: TruncateHistory, at: Long): Seq[DropStep] = {
    val run = checkpointed(log, facts.everyRun, 1, at)
    val lost = after(run, log, at).lostAt(mode.cutoff(at))
    (run ++ lost.map(truncate) ++ last).map(_.copy(earliest = Some(at)))
  }
}

object DropPlanner {

  /** Delta's own number of checkpoints in a row: enough that a writer that is still at work meets one. */
  private val BarrierCheckpoints = 3

  private val WaitForRetention = "DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD"
  private val HistoricalVersions = "DELTA_FEATURE_DROP_HISTORICAL_VERSIONS_EXIST"
  private val ProtectedHistory =
    "DELTA_FEATURE_DROP_CHECKPOINT_PROTECTION_WAIT_FOR_RETENTION_PERIOD"

  private val drop = DropStep(
    Drop,
    "Write the lower protocol. Concurrent writes fail.",
    commits = Some(1)
  )

  private def commits(steps: Seq[DropStep]): Int = steps.flatMap(_.commits).sum

  /** Returns the only step of a drop that Delta refuses. */
  def refused(refusal: Refusal): DropStep = DropStep(
    Refuse,
    refusal.why,
    condition = Some(refusal.condition),
    statement = Option.when(refusal.remedies.nonEmpty)(refusal.remedies.mkString(";\n"))
  )

  private def checkpoints(n: Int, lost: Option[VersionRange]): DropStep = DropStep(
    Checkpoint,
    (if (n == 1) "Make an empty commit and a checkpoint of it."
     else s"Make $n empty commits and a checkpoint of each.") +
      lost.fold("")(versions =>
        s" Delta then cleans up the log, and deletes versions $versions, which are past the retention of the log."
      ),
    commits = Some(n),
    lost = lost
  )

  private def waitUntil(moment: Long, condition: String): DropStep = DropStep(
    Wait,
    "The statement ends here with an error. Run it again when the older versions can be deleted.",
    earliest = Some(moment),
    condition = Some(condition)
  )

  /** @param boundary boundary of `checkpointProtection`, which can lie beyond the newest version */
  private def waitInVain(boundary: Long, condition: String): DropStep = DropStep(
    Wait,
    s"The statement ends here with an error. Waiting does not help: the boundary $boundary lies beyond the newest version. " +
      "SHOW CHECKPOINT PROTECTION says how to correct it.",
    condition = Some(condition)
  )

  private def truncate(lost: VersionRange): DropStep = DropStep(
    Truncate,
    s"Delete the log of versions $lost permanently.",
    lost = Some(lost)
  )
}
