package io.deltaward.serializability.proof

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive
import io.deltaward.serializability.{OracleSession, Side}
import io.deltaward.serializability.histories.{Depth, OracleRun, Runner}
import io.deltaward.serializability.schedule.Outcome
import io.deltaward.serializability.search.Level

/** Checks that histories of the model come out the same with real statements on real tables. */
class ReplayProofSuite extends AnyFunSuite with OracleSession {

  private val seeds = 1 to 160

  private def walk(seed: Int): Walk = Walk.draw(
    seed.toLong,
    if (seed % 2 == 0) Level.Serializable else Level.WriteSerializable,
    Layout.all(seed / 2 % Layout.all.size)
  )

  private def differences(walk: Walk): Seq[String] = {
    val history = walk.history
    val result = new Runner(Side.Extended, OracleRun.settings).run(history, Depth.Log)
    val outcomes = walk.attempts.zip(result.ran.drop(walk.layout.before.size)).flatMap {
      case (attempt, ran) =>
        (attempt.outcome, ran.outcome) match {
          case (Right(version), Outcome.Committed(versions, _))
              if versions == Seq(walk.firstVersion + version) =>
            None
          case (Left(_), aborted: Outcome.Aborted) if aborted.isConflict => None
          case (said, found) =>
            Some(s"${attempt.statement.name}, which has read ${attempt.read}: $said, not $found")
        }
    }
    val contents = walk.past.contents.zipWithIndex.flatMap { case (bag, version) =>
      result.contents.get(walk.firstVersion + version)
        .filter(_ != bag)
        .map(found => s"version $version holds $found, not $bag")
    }
    val all = outcomes ++ contents ++ result.problems
    if (all.isEmpty) Nil else all :+ history.text
  }

  seeds.foreach { seed =>
    test(s"walk $seed comes out the same", Exhaustive.unless(seed <= 12): _*) {
      val found = differences(walk(seed))
      assert(found.isEmpty, found.mkString("\n"))
    }
  }

  test("the walks have conflicts that are resolved and conflicts that stay") {
    val attempts = seeds.take(12).flatMap(walk(_).attempts)
    val overlapping = attempts.filter(attempt => attempt.outcome.exists(_ > attempt.read + 1))
    assert(overlapping.size > 10 && attempts.count(_.outcome.isLeft) > 5)
  }
}
