package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive
import io.deltaward.serializability.OracleSession
import org.apache.spark.sql.delta.deltaward.ReplacedResolver

/**
 * Each wrong way to resolve conflicts is found. Which seed shows it was searched for from seed 1 on; that search is run again by
 * `make test-all`, and `make test` tries the first one.
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
