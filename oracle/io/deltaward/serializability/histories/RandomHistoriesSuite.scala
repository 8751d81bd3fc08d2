package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive
import io.deltaward.serializability.OracleSession

class RandomHistoriesSuite extends AnyFunSuite with OracleSession {

  test("what commits in random histories is serializable, and is what plain Delta commits") {
    val tally =
      new OracleRun(Profile.bothLevels, deepEvery = 8).run(1L to
        (if (Exhaustive.on) 32L else 4L))(_ => ())
    info(tally.summary)
    assert(tally.reports.isEmpty, tally.reports.mkString("\n"))
  }
}
