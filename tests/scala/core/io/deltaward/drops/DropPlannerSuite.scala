package io.deltaward.drops

import java.util.concurrent.TimeUnit.{DAYS, HOURS, MINUTES}

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.checkpoints.VersionRange
import io.deltaward.drops.DropAction._
import io.deltaward.log.LogEntry

class DropPlannerSuite extends AnyFunSuite {

  private val now = DAYS.toMillis(20000) + MINUTES.toMillis(90) + 17
  private val truncate = DropMode.TruncateHistory(HOURS.toMillis(24), DropMode.Minute)

  /** Returns a log of commits with these ages in hours, oldest first, and checkpoints of some of them. */
  private def log(checkpoints: Set[Long], hours: Long*): CleanableLog = {
    val entries = hours.zipWithIndex.flatMap { case (old, version) =>
      val made = now - HOURS.toMillis(old)
      LogEntry(f"$version%020d.json", 1, made) +:
        Option.when(checkpoints(version.toLong))(
          LogEntry(f"$version%020d.checkpoint.parquet", 1, made + 1)
        ).toSeq
    }
    CleanableLog(entries, hours.size - 1L)
  }

  private val disable = DropStep(Disable, "off", commits = Some(1))

  private val facts = DropFacts(
    cleanup = Nil,
    everyRun = Nil,
    startsOver = false,
    release = None,
    protectsHistory = true,
    log = log(Set.empty, 72, 50, 2),
    retention = None,
    usedUntil = None
  )

  private def plan(facts: DropFacts, mode: DropMode): Seq[DropStep] =
    new DropPlanner(facts, now).plan(mode)

  private def actions(steps: Seq[DropStep]): Seq[DropAction] = steps.map(_.action)

  test("D3: the default drop protects history with three checkpoints") {
    val steps = plan(facts.copy(cleanup = Seq(disable)), DropMode.ProtectHistory)
    assert(actions(steps) === Seq(Disable, Checkpoint, Drop))
    assert(steps.flatMap(_.commits).sum === 5)
  }

  test("a feature that no older version needs goes at once, in either mode") {
    val free = facts.copy(protectsHistory = false, cleanup = Seq(disable))
    assert(actions(plan(free, DropMode.ProtectHistory)) === Seq(Disable, Drop))
  }

  test("D4: traces in the table make the first run end with a wait of the whole retention") {
    val steps = plan(facts.copy(cleanup = Seq(disable), startsOver = true), truncate)
    assert(actions(steps) === Seq(Disable, Checkpoint, Wait, Checkpoint, Truncate, Drop))
    val wait = steps(2)
    assert(wait.condition === Some("DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD"))
    assert(wait.earliest.exists(_ >= now + HOURS.toMillis(24)))
    assert(wait.earliest.exists(_ <= now + HOURS.toMillis(24) + 2 * MINUTES.toMillis(1)))
    assert(wait.earliest.map(_ % DropMode.Minute) === Some(0L))
    assert(steps(4).lost === Some(VersionRange(0, 4)))
    assert(steps.drop(3).forall(_.earliest == wait.earliest))
  }

  test(
    "D4: history that still needs the feature and is too young is waited for, from its own age"
  ) {
    val steps = plan(facts.copy(usedUntil = Some(2)), truncate)
    assert(actions(steps) === Seq(Checkpoint, Wait, Checkpoint, Truncate, Drop))
    assert(steps(1).condition === Some("DELTA_FEATURE_DROP_HISTORICAL_VERSIONS_EXIST"))
    assert(steps(1).earliest.exists(_ >= now + HOURS.toMillis(22)))
    assert(steps(1).earliest.exists(_ <= now + HOURS.toMillis(22) + DropMode.Minute))
  }

  test("old history goes at once, even if the rest has to wait") {
    val steps = plan(facts.copy(log = log(Set(1L), 72, 50, 2), usedUntil = Some(2)), truncate)
    assert(actions(steps) === Seq(Checkpoint, Truncate, Wait, Checkpoint, Truncate, Drop))
    assert(steps(1).lost === Some(VersionRange(0, 0)))
  }

  test("a run that would delete history in vain is held until the whole history may go") {
    val needed = facts.copy(usedUntil = Some(2))
    def patient(facts: DropFacts) = new DropPlanner(facts, now).patient(truncate)
    val held = patient(needed.copy(log = log(Set(1L), 72, 50, 2))).get
    assert(actions(held) === Seq(Wait, Checkpoint, Truncate, Drop))
    assert(held.head.earliest.exists(_ >= now + HOURS.toMillis(22)))
    assert(held.last.earliest === held.head.earliest)
    assert(held(2).lost.map(_.first) === Some(0))

    val marking = needed.copy(log = log(Set(1L), 72, 50, 2), everyRun = Seq(disable))
    assert(patient(marking).get.map(_.isRefused) === Seq(true))
    assert(actions(patient(marking.copy(log = log(Set(1L, 3L), 72, 50, 2, 1))).get).head === Wait)
    assert(patient(needed) === None, "nothing is old enough to go")
    assert(patient(needed.copy(log = log(Set(1L), 72, 50, 40))) === None, "the feature goes, too")
  }

  test("D4: history old enough is truncated, and the feature goes in the same run") {
    val steps = plan(facts.copy(log = log(Set.empty, 72, 50, 40), usedUntil = Some(1)), truncate)
    assert(actions(steps) === Seq(Checkpoint, Truncate, Drop))
    assert(steps(1).lost === Some(VersionRange(0, 2)))
    assert(steps.forall(_.earliest.isEmpty))
  }

  test("a history that never needed the feature does not have to go") {
    assert(actions(plan(facts, truncate)) === Seq(Checkpoint, Drop))
  }

  test("D5: checkpointProtection is released once the history before the boundary is gone") {
    val protection = facts.copy(protectsHistory = false, release = Some(disable))
    assert(actions(plan(protection, truncate)) === Seq(Disable, Drop))
    val young = plan(protection.copy(usedUntil = Some(2)), truncate)
    assert(actions(young) === Seq(Checkpoint, Wait, Checkpoint, Truncate, Disable, Drop))
    assert(young(1).condition ===
      Some("DELTA_FEATURE_DROP_CHECKPOINT_PROTECTION_WAIT_FOR_RETENTION_PERIOD"))
  }
}
