package io.deltaward.checkpoints

import java.util.concurrent.TimeUnit.{DAYS, HOURS}

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.checkpoints.LogFixtures._
import io.deltaward.log.{LogEntry, TableHistory, VersionState}

class DiagnosisSuite extends AnyFunSuite {

  private val day = DAYS.toMillis(1)
  private val default = Retention(cleansUp = true, log = 30 * day, truncate = HOURS.toMillis(24))

  /** A commit a day and checkpoints at 3, 6 and 7; version 7 dropped a feature. */
  private val entries: Seq[LogEntry] = (0L to 9L).map(v => commit(v, v * day)) ++
    Seq(3L, 6L, 7L).map(v => checkpoint(v, v * day + 1))
  private val dropped =
    history(9, 0L -> state(vectors), 7L -> state(guarded(), Boundary -> "7"))

  private def diagnosis(
      today: Long,
      history: TableHistory = dropped,
      damaged: Set[Long] = Set.empty,
      retention: Option[Retention] = Some(default),
      entries: Seq[LogEntry] = entries
  ): Diagnosis = {
    val checkpoints = FoundCheckpoint.findIn(entries).map { found =>
      InspectedCheckpoint(
        found,
        Option.when(damaged(found.version))(CheckpointProblem.Empty(found.files.head.name))
      )
    }
    val intact = checkpoints.filter(_.problem.isEmpty).map(_.found.version)
    new Diagnosis(
      ProtectionEvidence(
        entries,
        checkpoints,
        history,
        retained(entries, history, intact: _*),
        retention,
        Set("deletionVectors", "checkpointProtection", "appendOnly", "invariants"),
        timestamp = 9 * day,
        now = today * day
      )
    )
  }

  test("C7: a healthy table") {
    val found = diagnosis(today = 10)
    assert(found.problems.isEmpty)
    assert(found.cleanupVersions.isEmpty && found.cutoff.contains(-20 * day))
    assert(FoundCheckpoint.findIn(entries).map(found.isProtected) == Seq(true, true, false))
    assert(found.dropTime.contains(6 * day + HOURS.toMillis(24)))
  }

  test("C7: the versions below the boundary that the log no longer holds") {
    def since(first: Long): Option[VersionRange] = diagnosis(
      today = 10,
      dropped.copy(states =
        dropped.states.rangeFrom(first) + (first -> dropped.stateAt(first).get)
      ),
      entries = entries.filter(_.name.takeWhile(_.isDigit).toLong >= first)
    ).missing
    assert(diagnosis(today = 10).missing.isEmpty)
    assert(since(3).contains(VersionRange(0, 2)))
    assert(since(9).contains(VersionRange(0, 6)))
  }

  test("C7: a cleanup that reaches the boundary may run, one that stops before may not") {
    assert(diagnosis(today = 40).cleanupVersions.contains(VersionRange(0, 9)))
    val early = diagnosis(today = 35)
    assert(early.cleanupVersions.isEmpty)
    assert(early.problems.exists(text => text.contains("versions 3 ")))
  }

  test("C7: a table that is not cleaned up has no cut-off") {
    val kept = diagnosis(today = 40, retention = Some(default.copy(cleansUp = false)))
    assert(kept.cutoff.isEmpty && kept.cleanupVersions.isEmpty && kept.problems.isEmpty)
  }

  test("C7: a damaged checkpoint, and which readers lose which versions") {
    val found = diagnosis(today = 10, damaged = Set(7))
    assert(found.problems.exists(_.startsWith("The checkpoint of version 7 cannot be used")))
    assert(found.problems.exists(text =>
      text.startsWith("Lost to readers of protocol version 1") && text.endsWith("7 to 9.")
    ))
    assert(found.problems.length == 2)
  }

  test("C7: a boundary that was moved back, is missing, is no number, or lies ahead") {
    def problems(states: (Long, VersionState)*) =
      diagnosis(today = 10, history(9, states: _*)).problems
    val back =
      problems(7L -> state(guarded(), Boundary -> "7"), 8L -> state(guarded(), Boundary -> "2"))
    assert(back.exists(text => text.contains("Version 8") && text.contains("from 7 to 2")))
    assert(problems(0L -> state(guarded())).exists(_.contains("is not set")))
    assert(problems(0L -> state(guarded(), Boundary -> "x")).exists(_.contains("not a number")))
    val ahead = diagnosis(today = 10, history(9, 0L -> state(guarded(), Boundary -> "12")))
    assert(ahead.problems.exists(text =>
      text.contains("beyond the newest version 9") && text.contains(s"Set $Boundary to 0")
    ))
    assert(ahead.dropTime.isEmpty)
  }

  test("C7: a boundary that was moved back still protects the same versions") {
    val back = history(
      9,
      0L -> state(vectors),
      7L -> state(guarded(), Boundary -> "7"),
      8L -> state(guarded(), Boundary -> "2")
    )
    assert(diagnosis(today = 35, back).cleanupVersions.isEmpty)
  }

  test("C7: properties that Delta cannot parse are reported") {
    val found = diagnosis(today = 40, retention = None)
    assert(found.problems.exists(_.contains("how long it keeps its log")))
    assert(found.dropTime.isEmpty && found.cutoff.isEmpty)
  }
}
