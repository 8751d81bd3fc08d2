package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.clients.Verdict._
import io.deltaward.clients.VerdictFixtures._
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

class ObservedVerdictsSuite extends AnyFunSuite {

  private val mappedByNumber = Protocol(2, 5)
  private val mappedByName =
    Protocol(3, 7, Some(Set("columnMapping")), Some(Set("columnMapping")))
  private val nulls = Condition("null in every row", FailsWhen.Used, SilentlyWrong, true)

  test("the worst of several conditions prevails and gives the reason") {
    val both = known(anyVersion).copy(conditions =
      Map("deletionVectors" -> Seq(
        Condition("slow", FailsWhen.Enabled, Degraded, legacyVersionsOnly = false),
        Condition("wrong rows", FailsWhen.Used, SilentlyWrong, legacyVersionsOnly = false)
      ))
    )
    val used = Verdicts.judge(vectors, states("deletionVectors" -> true), release(both))
    assert(used.readVerdict === SilentlyWrong)
    assert(used.reason.contains("wrong rows") && !used.reason.contains("slow"))
  }

  test("a feature that a client refuses by name may work, or go wrong, by protocol version") {
    val pyarrow = known(Set(1, 2, 3)).copy(
      legacy = Set("columnMapping"),
      conditions = Map("columnMapping" -> Seq(nulls))
    )
    val used = states("columnMapping" -> true)
    assert(reads(pyarrow, mappedByNumber, used) === SilentlyWrong)
    assert(reads(pyarrow, mappedByNumber, states("columnMapping" -> false)) === Ok)
    assert(reads(pyarrow, mappedByName, used) === Blocked)
  }

  test("a client that fails in one way of using a feature works in the others") {
    val byId = known(anyVersion).copy(conditions =
      Map("columnMapping" -> Seq(nulls.copy(legacyVersionsOnly = false, way = Some("byId"))))
    )
    def way(name: String): FeatureStates = FeatureStates(
      states("columnMapping" -> true).all.map(_.copy(way = Some(name)))
    )
    assert(reads(byId, mappedByName, way("byId")) === SilentlyWrong)
    assert(reads(byId, mappedByName, way("byNewName")) === Ok)
    assert(reads(byId, mappedByName, states("columnMapping" -> true)) === SilentlyWrong)
  }

  test("the reason has the client's error, for a feature and for a version") {
    val says = known(Set(1, 3))
      .copy(failures = Map("deletionVectors" -> "E: no dv", "minReaderVersion 2" -> "E: too new"))
    assert(Verdicts.judge(vectors, FeatureStates.unknown, release(says)).reason
      .contains("\"E: no dv\""))
    assert(Verdicts.judge(mappedByNumber, FeatureStates.unknown, release(says)).reason
      .contains("\"E: too new\""))
  }

  test("reading says nothing of a writer whose writes were tested alone") {
    val appends = release(known(Set(1)), known(anyVersion, Set("deletionVectors", "rowTracking")))
    val tried = appends.copy(write =
      known(anyVersion, Set("deletionVectors", "rowTracking")).copy(alone = true)
    )
    assert(Verdicts.judge(vectors, FeatureStates.unknown, appends).writeVerdict === Blocked)
    assert(Verdicts.judge(vectors, FeatureStates.unknown, tried).writeVerdict === Ok)
  }

  test("a reader that failed on a writer feature in a test is judged by it") {
    val seen = on("rowTracking", condition(FailsWhen.Used))
      .copy(features = Set("deletionVectors"))
    assert(reads(seen, vectors, states("rowTracking" -> true)) === Blocked)
    assert(reads(seen, vectors, states("rowTracking" -> false)) === Ok)
  }

  test("a scan is needed only if an unknown state decides") {
    val depends = release(on("rowTracking", condition(FailsWhen.Used)))
    assert(Verdicts.wantsTraces(vectors, FeatureStates.unknown, depends))
    assert(!Verdicts.wantsTraces(vectors, states("rowTracking" -> false), depends))
    assert(!Verdicts.wantsTraces(mappedByNumber, FeatureStates.unknown, depends))
    val always = release(on("rowTracking", condition(FailsWhen.Listed)))
    assert(!Verdicts.wantsTraces(vectors, FeatureStates.unknown, always))
  }

  test("reader version 2 beside a list of writer features may be refused where both are accepted") {
    val mixed = Protocol(2, 7, None, Some(Set("columnMapping")))
    val refuses = known(Set(1, 2, 3), Set("columnMapping"))
      .copy(refusesMixed = true, failures = Map("(2, 7)" -> "E: invalid"))
    val judged = Verdicts.judge(mixed, states("columnMapping" -> false), release(refuses))
    assert(judged.readVerdict === Blocked)
    assert(judged.reason.contains("\"E: invalid\""))
    assert(reads(refuses, mappedByNumber, states("columnMapping" -> false)) === Ok)
    assert(reads(refuses, mappedByName, states("columnMapping" -> false)) === Ok)
  }
}
