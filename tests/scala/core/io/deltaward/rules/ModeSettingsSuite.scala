package io.deltaward.rules

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.policy.{Decided, Source}

class ModeSettingsSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private val modes = Gen.oneOf(Mode.all)
  private val settings = for {
    cluster <- Gen.option(modes)
    file <- Gen.option(modes)
    session <- Gen.option(modes)
    table <- Gen.option(modes.map(_.toString))
    locked <- Gen.oneOf(true, false)
  } yield ModeSettings(
    cluster,
    file.map(Decided[Mode](_, Source.File("/p.yaml", 4))),
    session,
    table,
    locked
  )

  test(
    "without the lock, the order is table, session, file, cluster"
  ) {
    forAll(settings) { drawn =>
      val all = drawn.copy(locked = false)
      val (mode, source) = all.table.flatMap(Mode.parse).map(_ -> "table")
        .orElse(all.session.map(_ -> "session"))
        .orElse(all.file.map(_.value -> "file"))
        .orElse(all.cluster.map(_ -> "cluster"))
        .getOrElse(Mode.Enforce -> "default")
      assert(all.effective.value == mode && all.effective.source.toString == source)
    }
  }

  test(
    "under the lock, the strictest mode holds; a cluster without a mode counts with the default"
  ) {
    forAll(settings) { drawn =>
      val all = drawn.copy(locked = true)
      val clusters = all.cluster.toSeq ++ all.file.map(_.value)
      val floor = if (clusters.isEmpty) Seq(Mode.Enforce) else clusters
      val set = floor ++ all.session ++ all.table.flatMap(Mode.parse)
      assert(all.effective.value == set.maxBy(Mode.all.indexOf))
    }
  }

  test("under the lock the source is whoever asks for the most, or the lock where it holds") {
    def source(cluster: Option[Mode], session: Option[Mode], table: Option[String]): String =
      ModeSettings(cluster, None, session, table, locked = true).effective.source.toString
    assert(source(None, None, None) == "default")
    assert(source(Some(Mode.Warn), None, Some("WARN")) == "cluster")
    assert(source(Some(Mode.Warn), None, Some("off")) == "lock")
    assert(source(None, Some(Mode.Off), None) == "lock")
    assert(source(Some(Mode.Off), Some(Mode.Warn), Some("off")) == "session")
    assert(source(Some(Mode.Off), Some(Mode.Warn), Some("warn")) == "table")
  }

  test("where the lock keeps the file's mode in force, its key is the file's") {
    val file = Decided[Mode](Mode.Warn, Source.File("/p.yaml", 4))
    val kept = ModeSettings(Some(Mode.Off), Some(file), None, Some("off"), locked = true).effective
    assert(kept.value == Mode.Warn && kept.source.toString == "lock")
    assert(kept.source.keyOf("deltaward.rule.x.mode") == "/p.yaml, line 4")
  }

  test("a table property that names no mode counts as enforce") {
    Seq("enfroce", "", " ").foreach { text =>
      val settings = ModeSettings(Some(Mode.Off), None, None, Some(text), locked = false)
      assert(settings.effective.value == Mode.Enforce)
    }
  }

  test("an unknown mode is a problem that names the nearest mode") {
    assert(Mode.problem("wran").contains("it is not one of off, warn, enforce; did you mean warn?"))
    assert(Mode.problem("").contains("it is not one of off, warn, enforce"))
    assert(Mode.problem(" Warn ").isEmpty)
  }

  test("a mode is known in any case, and nothing else is one") {
    assert(Mode.parse(" Warn ").contains(Mode.Warn) && Mode.parse("on").isEmpty)
  }
}
