package io.deltaward.rules

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class ModeSettingsSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val modes = Gen.oneOf(Mode.all)
  private val settings = for {
    cluster <- modes
    session <- Gen.option(modes)
    table <- Gen.option(modes.map(_.toString))
  } yield (cluster, session, table)

  test("without the lock the table wins over the session, and the session over the cluster") {
    forAll(settings) { case (cluster, session, table) =>
      val effective = ModeSettings(cluster, session, table, locked = false).effective
      assert(effective == table.flatMap(Mode.parse).orElse(session).getOrElse(cluster))
    }
  }

  test("under the lock the strictest of all holds, so that none is ever below the cluster's") {
    forAll(settings) { case (cluster, session, table) =>
      val effective = ModeSettings(cluster, session, table, locked = true).effective
      val all = cluster +: (session.toSeq ++ table.flatMap(Mode.parse))
      assert(effective == all.maxBy(Mode.all.indexOf))
    }
  }

  test("a table property that names no mode counts as enforce") {
    assert(ModeSettings(Mode.Off, None, Some("enfroce"), locked = false).effective == Mode.Enforce)
  }

  test("a mode is known in any case, and nothing else is one") {
    assert(Mode.parse(" Warn ").contains(Mode.Warn) && Mode.parse("on").isEmpty)
  }
}
