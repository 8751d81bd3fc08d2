package io.deltaward.checkpoints

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.checkpoints.CleanupProblem._
import io.deltaward.checkpoints.LogFixtures._
import io.deltaward.log.TableHistory
import io.deltaward.protocol.Protocol

class CleanupCheckSuite extends AnyFunSuite {

  private val known = Set("deletionVectors", "checkpointProtection", "appendOnly", "invariants")
  private val future = Protocol(1, 7, None, Some(Set("futureFeature")))
  private val log = commits(0, 9) ++ Seq(checkpoint(3, 3), checkpoint(6, 6))

  private def problems(
      cutoff: Long,
      boundary: Long = 8,
      past: TableHistory = history(9, 0L -> state(vectors), 8L -> state(guarded())),
      damage: Map[Long, CheckpointProblem] = Map.empty
  ): Seq[CleanupProblem] =
    new CleanupCheck(boundary, past, known).problems(Cleanup.plan(log, 10, cutoff), damage.get)

  test("C1: protected checkpoints do not go while versions before the boundary stay") {
    assert(problems(cutoff = 7) == Seq(ProtectedCheckpoints(Seq(3), 6, 8)))
  }

  test("C1: protected checkpoints go when all versions before the boundary go") {
    assert(problems(cutoff = 9).isEmpty)
    assert(problems(cutoff = 7, boundary = 6).isEmpty)
  }

  test("C3: supported versions can go if no checkpoint goes") {
    assert(problems(cutoff = 4).isEmpty)
  }

  test(
    "C3: versions of a protocol that the writer does not support stay while others before the boundary do"
  ) {
    val strange = history(9, 0L -> state(plain), 1L -> state(future), 2L -> state(plain))
    val found = problems(cutoff = 4, past = strange)
    assert(
      found == Seq(
        UnsupportedVersions(
          Seq(VersionRange(1, 1)),
          "futureFeature is not supported here",
          3,
          8
        )
      )
    )
    assert(problems(cutoff = 9, past = strange).isEmpty)
  }

  test("C3: versions stay if their protocol is unknown, or has an undefined version") {
    val cleaned = history(9, 3L -> state(plain))
    assert(problems(cutoff = 4, past = cleaned).map(_.text).exists(_.contains("0 to 2")))
    val undefined = history(9, 0L -> state(Protocol(1, 101)), 2L -> state(plain))
    assert(problems(cutoff = 4, past = undefined).exists(_.text.contains("(1, 101)")))
  }

  test("no version goes that a damaged checkpoint would have to replace") {
    val broken = CheckpointProblem.Empty("x")
    assert(problems(cutoff = 4, damage = Map(3L -> broken)) == Seq(DamagedBase(3, broken)))
    assert(problems(cutoff = 4, damage = Map(6L -> broken)).isEmpty)
    assert(problems(cutoff = 7, boundary = 0, damage = Map(6L -> broken)) ==
      Seq(DamagedBase(6, broken)))
  }

  test("a cleanup that removes nothing has no problem") {
    assert(problems(cutoff = 1, damage = Map(3L -> CheckpointProblem.Empty("x"))).isEmpty)
  }
}
