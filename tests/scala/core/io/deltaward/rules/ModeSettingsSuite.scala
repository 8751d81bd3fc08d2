package io.deltaward.rules

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class ModeSettingsSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val modes = Gen.oneOf(Mode.all)
  private val settings = for {
    cluster <- Gen.option(modes)
    session <- Gen.option(modes)
    table <- Gen.option(modes.map(_.toString))
  } yield (cluster, session, table)

  test("without the lock the table wins over the session, and the session over the cluster") {
    forAll(settings) { case (cluster, session, table) =>
      val effective = ModeSettings(cluster, session, table, locked = false).effective
      val (mode, source) = table.flatMap(Mode.parse).map(_ -> "table")
        .orElse(session.map(_ -> "session"))
        .orElse(cluster.map(_ -> "cluster"))
        .getOrElse(Mode.Enforce -> "default")
      assert(effective.value == mode && effective.source.toString == source)
    }
  }

  test("under the lock the strictest of all holds, so that none is ever below the cluster's") {
    forAll(settings) { case (cluster, session, table) =>
      val effective = ModeSettings(cluster, session, table, locked = true).effective
      val all = cluster.getOrElse(Mode.Enforce) +: (session.toSeq ++ table.flatMap(Mode.parse))
      assert(effective.value == all.maxBy(Mode.all.indexOf))
    }
  }

  test("under the lock the source is whoever asks for the most, or the lock where it holds") {
    def source(cluster: Option[Mode], session: Option[Mode], table: Option[String]): String =
      ModeSettings(cluster, session, table, locked = true).effective.source.toString
    assert(source(None, None, None) == "default")
    assert(source(Some(Mode.Warn), None, Some("WARN")) == "cluster")
    assert(source(Some(Mode.Warn), None, Some("off")) == "lock")
    assert(source(None, Some(Mode.Off), None) == "lock")
    assert(source(Some(Mode.Off), Some(Mode.Warn), Some("off")) == "session")
    assert(source(Some(Mode.Off), Some(Mode.Warn), Some("warn")) == "table")
  }

  test("a table property that names no mode counts as enforce") {
    Seq("enfroce", "", " ").foreach { text =>
      val settings = ModeSettings(Some(Mode.Off), None, Some(text), locked = false)
      assert(settings.effective.value == Mode.Enforce)
    }
  }

  test("what names no mode is told, with the nearest") {
    assert(Mode.problem("wran").contains("it is none of off, warn, enforce; did you mean warn?"))
    assert(Mode.problem("").contains("it is none of off, warn, enforce"))
    assert(Mode.problem(" Warn ").isEmpty)
  }

  test("a mode is known in any case, and nothing else is one") {
    assert(Mode.parse(" Warn ").contains(Mode.Warn) && Mode.parse("on").isEmpty)
  }
}
