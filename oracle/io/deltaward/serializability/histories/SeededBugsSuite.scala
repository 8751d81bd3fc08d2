package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive
import io.deltaward.serializability.OracleSession
import org.apache.spark.sql.delta.deltaward.ReplacedResolver

/**
 * Checks that each wrong way to resolve conflicts is found. `make test` runs the first one with its known seed, and
 * `make test-all` searches from seed 1 for every one.
 */
class SeededBugsSuite extends AnyFunSuite with OracleSession {

  private val Most = 200L

  SeededBugs.all.foreach { bug =>
    test(s"found: ${bug.name}", Exhaustive.unless(bug == SeededBugs.all.head): _*) {
      val wrong = new OracleRun(bug.profile, deepEvery = Int.MaxValue, bug.settings)
      val right = new OracleRun(bug.profile, deepEvery = Int.MaxValue)
      val seeds = if (Exhaustive.on) 1L to Most else Seq(bug.seed)
      val caught = ReplacedResolver(SeededResolvers.all(bug.name))(
        SeededBugs.firstCaught(wrong, seeds)
      )
      info(s"by seed ${caught.getOrElse("none")}")
      assert(caught.nonEmpty)
      assert(right.problems(caught.get).isEmpty, "what is right fails too")
    }
  }
}
