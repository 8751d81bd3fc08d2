package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.features.TableDescriptor
import io.deltaward.policy.Policies
import io.deltaward.protocol.Boundary
import io.deltaward.rules.Commits._

class CheckpointProtectionSuite extends AnyFunSuite {

  private def found(commit: Commit): Seq[String] =
    CheckpointProtection.check(commit).map(_.condition)

  private val vectors = side(3, 7, "deletionVectors")()()
  private val unset = side(1, 7)("checkpointProtection")()

  test("C5: the boundary moves forward only") {
    assert(found(commit(guarded("5"), guarded("6"))).isEmpty)
    assert(found(commit(guarded("5"), guarded("5"))).isEmpty)
    assert(found(commit(guarded("5"), guarded("4"))) == Seq("BOUNDARY_MOVED_BACK"))
  }

  test("C5: a boundary that is unset protects nothing, which is a step back") {
    assert(found(commit(guarded("5"), unset)) == Seq("BOUNDARY_MOVED_BACK"))
    assert(found(commit(unset, unset)).isEmpty)
  }

  test("C5: a boundary is a version that there is, the commit's own at most") {
    Seq("9", "0", "+7").foreach(text => assert(found(commit(plain, guarded(text))).isEmpty, text))
    Seq("10", "1000", "-1", "five", " 5", "5 ", "", "9.0", "99999999999999999999").foreach { text =>
      assert(found(commit(plain, guarded(text))) == Seq("INVALID_BOUNDARY"), text)
      assert(found(commit(guarded("5"), guarded(text))) == Seq("INVALID_BOUNDARY"), text)
    }
    assert(found(commit(plain, guarded("1")).copy(before = None, version = 0)) ==
      Seq("INVALID_BOUNDARY"))
  }

  test(
    "C5: a boundary is checked when the feature makes it effective, and not again later"
  ) {
    val idle = side(1, 7)("appendOnly")(Boundary.Property -> "1000")
    assert(found(commit(plain, idle)).isEmpty)
    assert(found(commit(idle, guarded("1000"))) == Seq("INVALID_BOUNDARY"))
    assert(found(commit(guarded("1000"), guarded("1000"))).isEmpty)
  }

  test("C5: a boundary out of reach can be corrected, down to what was protected before it") {
    def corrected(to: TableDescriptor): Seq[String] =
      found(commit(guarded("1000"), to).copy(reachedBoundary = () => 5))
    assert(corrected(guarded("5")).isEmpty && corrected(guarded("9")).isEmpty)
    assert(corrected(guarded("4")) == Seq("BOUNDARY_MOVED_BACK"))
    assert(corrected(unset) == Seq("BOUNDARY_MOVED_BACK"))
    assert(corrected(guarded("500")) == Seq("INVALID_BOUNDARY"))
    assert(found(commit(guarded("1000"), unset).copy(reachedBoundary = () => 0)).isEmpty)
  }

  test(
    "C5: the boundary may go once no protected version can be read, as in Delta's own drop"
  ) {
    assert(found(commit(guarded("5"), unset, earliest = 5)).isEmpty)
    assert(found(commit(guarded("5"), unset, earliest = 4)) == Seq("BOUNDARY_MOVED_BACK"))
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

  /** Returns what is written when the rules enforce on a commit that replaces the table, or their refusals. */
  private def instead(commit: Commit, named: String*): Either[Seq[String], TableDescriptor] = {
    val rules = CommitRule.all(Policies.none, Policies.none)
    val judgement = RuleDriver.judge(
      rules,
      _ => Mode.Enforce,
      commit.copy(change = PropertyTreatment.Replacing(named.toSet))
    )(_.check(_))
    if (judgement.refusals.isEmpty) Right(judgement.mended.getOrElse(commit.after))
    else Left(judgement.refusals.map(_.condition))
  }

  private val boundaryOf = (side: TableDescriptor) => side.statedBoundary

  test("C5: a replaced table keeps the boundary, unless the statement names it") {
    assert(instead(commit(guarded("5"), unset)).map(boundaryOf) == Right(Some("5")))
    assert(instead(commit(guarded("5"), guarded("3"))).map(boundaryOf) == Right(Some("5")))
    assert(instead(commit(guarded("5"), guarded("7"))).map(boundaryOf) == Right(Some("7")))
    assert(instead(commit(guarded("5"), guarded("700"))).map(boundaryOf) == Right(Some("5")))
    assert(instead(commit(guarded("5"), guarded("3")), Boundary.Property) ==
      Left(Seq("BOUNDARY_MOVED_BACK")))
    assert(instead(commit(unset, guarded("700")), Boundary.Property) ==
      Left(Seq("INVALID_BOUNDARY")))
  }

  test("C5: a replaced table keeps an invalid boundary as it is") {
    Seq("1000", " 5 ").foreach(text =>
      assert(instead(commit(guarded(text), unset)).map(boundaryOf) == Right(Some(text)), text)
    )
  }

  test("C5: a replaced table keeps the feature, unless the protected history is gone") {
    val kept = instead(commit(guarded("5"), plain))
    assert(kept.map(boundaryOf) == Right(Some("5")))
    assert(kept.map(_.supported) == Right(plain.supported + "checkpointProtection"))
    assert(instead(commit(guarded("5"), plain, earliest = 5)) == Right(plain))
    assert(instead(commit(guarded("5"), unset, earliest = 5)) == Right(unset))
  }

  test("C6: history that needs a feature which goes is protected from then on") {
    val after = instead(commit(vectors, plain))
    assert(after.map(boundaryOf) == Right(Some("9")))
    assert(after.map(_.supported) == Right(plain.supported + "checkpointProtection"))
    val both = side(3, 7, "deletionVectors")("checkpointProtection")(
      Boundary.Property -> "5"
    )
    assert(instead(commit(both, plain)).map(boundaryOf) == Right(Some("9")))
    assert(instead(commit(vectors, plain), Boundary.Property) ==
      Left(Seq("HISTORY_LEFT_UNPROTECTED")))
  }

  test("C6: a Delta that cannot protect history keeps the feature that history needs") {
    val unprotectable = commit(vectors, plain).copy(protectsHistory = false)
    assert(instead(unprotectable) == Left(Seq("HISTORY_NOT_PROTECTABLE")))
    assert(found(unprotectable.copy(historyCheckedByDelta = true)).isEmpty)
    assert(instead(commit(vectors, vectors).copy(protectsHistory = false)) == Right(vectors))
  }

  test("C6: the boundary that the table has already, named, is raised like one that is not") {
    val both = side(3, 7, "deletionVectors")("checkpointProtection")(
      Boundary.Property -> "5"
    )
    val named = instead(commit(both, guarded("5")), Boundary.Property)
    assert(named.map(boundaryOf) == Right(Some("9")))
  }

  test("C5: a clone has the boundary of the table that it replaces, and not that of its source") {
    def cloned(commit: Commit): TableDescriptor =
      CheckpointProtection.amend(commit.copy(change = PropertyTreatment.Cloning(Set.empty)))
    val created = commit(plain, guarded("5")).copy(before = None, version = 0)
    assert(cloned(created).statedBoundary.contains("0"))
    assert(cloned(commit(guarded("5"), guarded("8"))).statedBoundary.contains("5"))
    assert(cloned(commit(plain, guarded("8"))).statedBoundary.contains("0"))
    assert(cloned(commit(plain, unset)) == unset)
  }

  test("before data is written only the boundary is judged: the operation is not known yet") {
    assert(CheckpointProtection.checkPlanned(commit(vectors, plain)).isEmpty)
    assert(CheckpointProtection.checkPlanned(commit(guarded("5"), guarded("4"))).nonEmpty)
  }

  test(
    "the log is listed and read only for a commit that lowers the boundary or drops the feature"
  ) {
    def unread: Long = fail("the log was read")
    val forward = commit(guarded("5"), guarded("6"))
      .copy(earliestReadableVersion = () => unread, reachedBoundary = () => unread)
    assert(found(forward).isEmpty)
    val replaced = commit(guarded("5"), unset).copy(reachedBoundary = () => unread)
    assert(instead(replaced).isRight)
  }
}
