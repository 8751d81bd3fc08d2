package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.Exhaustive
import io.deltaward.serializability.OracleSession
import io.deltaward.serializability.jvm.OtherJvm

/** Runs statements in two JVMs, each with its own Spark. They share the table, but not Delta's locks. */
class TwoJvmsSuite extends AnyFunSuite with OracleSession {

  override protected def afterAll(): Unit =
    try OtherJvm.stop()
    finally super.afterAll()

  test("what commits from two JVMs is serializable, and is what plain Delta commits") {
    val every = Profile.twoJvms.copy(surroundings = Surroundings.all.copy(elsewhere = 50))
    val tally =
      new OracleRun(every, deepEvery = Int.MaxValue).run(1L to (if (Exhaustive.on) 16L else 2L))(
        _ =>
          ()
      )
    info(tally.summary)
    assert(tally.commits > 0 && tally.reports.isEmpty, tally.reports.mkString("\n"))
  }
}
