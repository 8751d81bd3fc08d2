package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ReleaseFixtures._

class ClientSuite extends AnyFunSuite {

  private val one = known(Set(1), Set("columnMapping"))
  private val two = known(Set(1, 2), Set("columnMapping"))

  private val history = client(
    release(one, version = "1.0"),
    release(one, version = "1.2"),
    release(two, version = "1.4", evidence = Evidence.Observed),
    release(two, version = "1.8", evidence = Evidence.Documentation)
  )

  private def only(found: Seq[Release]): Release = {
    assert(found.size === 1)
    found.head
  }

  test("without a version, the newest known one is meant") {
    assert(history.newest.map(_.version) === Seq("1.8"))
  }

  test("a known version is found as it is") {
    assert(only(history.releasesAt("1.4.0")) === history.releases(2))
  }

  test("a version between two that agree is inferred, and says so") {
    val inferred = only(history.releasesAt("1.6"))
    assert(inferred.read === two)
    assert(inferred.version === "1.6")
    assert(inferred.evidence === Some(Evidence.Inferred))
    assert(inferred.sources.head === "inferred from 1.4 and 1.8")
  }

  test("a version between two that differ is unknown, and the reason names them") {
    only(history.releasesAt("1.3")).read match {
      case Support.NoEvidence(reason) => assert(reason.contains("1.2 and 1.4 differ"))
      case other => fail(other.toString)
    }
  }

  test("reading is inferred where the neighbours agree on it, though they differ on writing") {
    val versions = client(
      release(one, write = readOnly, version = "1"),
      release(one, write = known(Set(2)), version = "3")
    )
    val between = only(versions.releasesAt("2"))
    assert(between.read === one)
    assert(between.write.isInstanceOf[Support.NoEvidence])
  }

  test("an entry in between that cannot be compared must agree as well") {
    val versions =
      client(
        release(one, version = "1"),
        release(two, version = "a build"),
        release(one, version = "3")
      )
    assert(only(versions.releasesAt("2")).read.isInstanceOf[Support.NoEvidence])
  }

  test("beyond the newest, below the oldest and off the scale, nothing is known") {
    Seq(
      "2.0" -> "newer than 1.8",
      "0.9" -> "older than 1.0",
      "nightly" -> "cannot be placed"
    ).foreach {
      case (version, reason) =>
        val found = only(history.releasesAt(version))
        assert(found.version === version)
        assert(found.evidence === None)
        assert(found.read.toString.contains(reason))
        assert(found.write.isInstanceOf[Support.NoEvidence])
    }
  }

  test("each access path answers for itself") {
    val paths = client(
      release(one, version = "1", path = "a"),
      release(one, version = "5", path = "a"),
      release(two, version = "1", path = "b")
    )
    assert(paths.newest.map(r => (r.accessPath, r.version)) === Seq("a" -> "5", "b" -> "1"))
    assert(paths.releasesAt("3").map(_.evidence.isDefined) === Seq(true, false))
  }

  test("a client without releases answers with one that has no evidence") {
    assert(only(client().newest).evidence === None)
    assert(only(client().releasesAt("7")).version === "7")
  }

  test("two versions that fail with different words agree") {
    def saying(words: String): Support.Known = known(Set(1)).copy(
      failures = Map("deletionVectors" -> words),
      conditions = Map("variantType" -> Seq(
        Condition(words, FailsWhen.Used, Verdict.Blocked, legacyVersionsOnly = false)
      ))
    )
    val worded = client(
      release(saying("old"), version = "1.0"),
      release(saying("new"), version = "2.0")
    )
    assert(only(worded.releasesAt("1.5")).read === saying("old"))
  }
}
