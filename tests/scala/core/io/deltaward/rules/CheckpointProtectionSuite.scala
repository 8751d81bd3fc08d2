package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.rules.Commits._

class CheckpointProtectionSuite extends AnyFunSuite {

  private def found(commit: Commit): Seq[String] =
    CheckpointProtection.check(commit).map(_.condition)

  private val vectors = side(3, 7, "deletionVectors")()()

  test("C5: the boundary moves forward only") {
    assert(found(commit(guarded("5"), guarded("6"))).isEmpty)
    assert(found(commit(guarded("5"), guarded("5"))).isEmpty)
    assert(found(commit(guarded("5"), guarded("4"))) == Seq("BOUNDARY_MOVED_BACK"))
  }

  test("C5: a boundary that is unset, or no number, protects nothing, which is a step back") {
    val unset = side(1, 7)("checkpointProtection")()
    assert(found(commit(guarded("5"), unset)) == Seq("BOUNDARY_MOVED_BACK"))
    assert(found(commit(guarded("5"), guarded("five"))) == Seq("BOUNDARY_MOVED_BACK"))
    assert(found(commit(unset, unset)).isEmpty)
  }

  test("C5: the feature goes once no protected version can be read any more") {
    assert(found(commit(guarded("5"), plain, earliest = 4)) == Seq("PROTECTED_HISTORY_EXISTS"))
    assert(found(commit(guarded("5"), plain, earliest = 5)).isEmpty)
  }

  test("C6: a reader feature goes with its history, or with that history protected") {
    assert(found(commit(vectors, plain)) == Seq("HISTORY_LEFT_UNPROTECTED"))
    assert(found(commit(vectors, guarded("9"))).isEmpty)
    assert(found(commit(vectors, guarded("8"))) == Seq("HISTORY_LEFT_UNPROTECTED"))
    assert(found(commit(vectors, plain).copy(historyCheckedByDelta = true)).isEmpty)
  }

  test("C6: a writer feature leaves nothing that a reader of old versions needs") {
    assert(found(commit(side(1, 7)("rowTracking")(), plain)).isEmpty)
  }

  test("before data is written only the boundary is judged: the operation is not known yet") {
    assert(CheckpointProtection.checkPlanned(commit(vectors, plain)).isEmpty)
    assert(CheckpointProtection.checkPlanned(commit(guarded("5"), guarded("4"))).nonEmpty)
  }

  test("the log is listed only for a commit that drops the feature") {
    val unlisted = commit(guarded("5"), guarded("6"))
      .copy(earliestReadableVersion = () => fail("the log was listed"))
    assert(found(unlisted).isEmpty)
  }
}
