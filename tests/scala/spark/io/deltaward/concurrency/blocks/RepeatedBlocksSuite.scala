package io.deltaward.concurrency.blocks

import java.util.UUID

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.ConditionSyntax
import io.deltaward.errors.CommitRefusedException

/** Tests that no two runs of a block commit the same, whatever they do and in whatever order. */
class RepeatedBlocksSuite extends AnyFunSuite with ScalaCheckPropertyChecks with ConditionSyntax {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 2000)

  import RepeatedBlocksSuite._

  private val runs = Gen.choose(1, 3)
  private val key = Gen.zip(Gen.oneOf("a", "b"), Gen.choose(1L, 2L))
  private val keys = Gen.frequency(2 -> Gen.const(Map.empty[String, Long]), 3 -> key.map(Map(_)))

  private val steps: Gen[Seq[Step]] = Gen.choose(2, 12).flatMap(
    Gen.listOfN(
      _,
      Gen.frequency[Step](
        4 -> Gen.zip(runs, keys).map((Commits.apply _).tupled),
        1 -> Gen.zip(runs, keys).map((Fails.apply _).tupled),
        4 -> runs.map(Conflicts.apply),
        4 -> Gen.zip(runs, key).map { case (run, (application, found)) =>
          Asks(run, application, found)
        }
      )
    )
  )

  private class Tried {
    private val block = UUID.randomUUID.toString.replace("-", "")

    private def transaction(run: Int) =
      new RepeatedBlocks.Transaction(
        Set(BlockRun(block, run)),
        UUID.randomUUID.toString,
        "/data/t",
        "t"
      )

    /** Returns the condition of the refusal, if any. */
    def apply(step: Step): Option[String] =
      try {
        val begun = transaction(step.run)
        step match {
          case Asks(_, application, found) => begun.asked(application, found)
          case Commits(_, keys) =>
            begun.attempting(keys)
            begun.committed()
          case Fails(_, keys) => begun.attempting(keys)
          case Conflicts(_) =>
            begun.attempting(Map.empty)
            begun.lost()
        }
        None
      } catch {
        case refused: CommitRefusedException => Some(refused.getCondition.split('.').last)
      }
  }

  test("no two runs commit the same, in any order of what they do") {
    forAll(steps) { all =>
      val tried = new Tried
      val done = all.filter(tried(_).isEmpty)
      for {
        (step @ (_: Commits | _: Fails), at) <- done.zipWithIndex
        earlier <- done.take(at) if earlier.run != step.run
      } {
        assert(earlier.run < step.run || !isAttempt(earlier), s"${earlier.run} was given up: $done")
        val asked = done.take(at).collect { case ask: Asks if ask.run == step.run => ask }
        versions(earlier).foreach { written =>
          assert(written.nonEmpty, s"$step after $earlier: $done")
          written.foreach { case (application, version) =>
            assert(
              asked.filter(_.application == application).lastOption.exists(_.found >= version),
              s"$step after $earlier: $done"
            )
          }
        }
      }
    }
  }

  private def isAttempt(step: Step): Boolean = !step.isInstanceOf[Asks]

  /** Returns the keys and versions that a step has written, or may have. */
  private def versions(step: Step): Option[Map[String, Long]] = step match {
    case Commits(_, keys) => Some(keys)
    case Fails(_, keys) => Some(keys)
    case _: Conflicts | _: Asks => None
  }

  private def outcomes(steps: Step*): Seq[Option[String]] = {
    val tried = new Tried
    steps.map(tried(_))
  }

  private val Passes = None
  private def refused(kind: String) = Some(kind)

  test("a run may commit after a run that only had a conflict") {
    assert(outcomes(Conflicts(1), Conflicts(2), Commits(3, Map.empty)).forall(_ == Passes))
  }

  test("a run commits as often as it likes") {
    assert(outcomes(Commits(1, Map.empty), Commits(1, Map.empty)).forall(_ == Passes))
  }

  test("a run may not commit after a run that has committed") {
    assert(
      outcomes(Commits(1, Map.empty), Conflicts(1), Commits(2, Map.empty)) ==
        Seq(Passes, Passes, refused("HAS_COMMITTED"))
    )
  }

  test("a run may not commit after an attempt whose outcome is unknown") {
    assert(
      outcomes(Fails(1, Map.empty), Conflicts(1), Commits(2, Map.empty)) ==
        Seq(Passes, Passes, refused("HAS_COMMITTED"))
    )
  }

  test("a run may commit after a commit with a key, once it has asked for the key") {
    val keyed = Commits(1, Map("a" -> 1L))
    assert(
      outcomes(
        keyed,
        Conflicts(1),
        Commits(2, Map.empty),
        Asks(2, "a", 0),
        Commits(2, Map.empty)
      ) ==
        Seq(Passes, Passes, refused("HAS_COMMITTED"), Passes, refused("HAS_COMMITTED"))
    )
    assert(
      outcomes(keyed, Conflicts(1), Asks(2, "a", 1), Commits(2, Map.empty)).forall(_ == Passes)
    )
  }

  test("a run may not commit if no conflict of the run before is known") {
    assert(outcomes(Commits(2, Map.empty)) == Seq(refused("CONFLICT_NOT_SEEN")))
  }

  test("a commit with the tag of a finished block is free") {
    val run = BlockRun(UUID.randomUUID.toString.replace("-", ""), 2)
    def attempt(): Unit =
      new RepeatedBlocks.Transaction(Set(run), "id", "/data/t", "t").attempting(Map.empty)
    intercept[CommitRefusedException](attempt())
    RepeatedBlocks.end(run)
    attempt()
  }

  test("a run that has been given up may not commit") {
    assert(
      outcomes(Conflicts(1), Asks(2, "a", 0), Commits(1, Map.empty)) ==
        Seq(Passes, Passes, refused("GIVEN_UP"))
    )
  }
}

private object RepeatedBlocksSuite {

  sealed trait Step { def run: Int }
  final case class Commits(run: Int, keys: Map[String, Long]) extends Step

  /** An attempt whose outcome nobody knows. */
  final case class Fails(run: Int, keys: Map[String, Long]) extends Step
  final case class Conflicts(run: Int) extends Step
  final case class Asks(run: Int, application: String, found: Long) extends Step
}
