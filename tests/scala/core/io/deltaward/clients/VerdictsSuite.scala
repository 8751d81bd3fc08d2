package io.deltaward.clients

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.clients.Verdict._
import io.deltaward.clients.VerdictFixtures._
import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Protocol

class VerdictsSuite extends AnyFunSuite with TableDrivenPropertyChecks {

  test("P4: reading needs the reader features only, whatever the writer features are") {
    val knows = known(Set(1, 2, 3), Set("deletionVectors"))
    assert(reads(knows, vectors, FeatureStates.unknown) === Ok)
    assert(reads(known(Set(1, 2, 3)), vectors, FeatureStates.unknown) === Blocked)
  }

  test("a version outside the accepted set is refused, though a higher one is accepted") {
    val holes = release(known(Set(1, 3)), known(Set(1, 2, 3, 4, 5, 7), Set("appendOnly")))
    assert(Verdicts.judge(Protocol(2, 5), FeatureStates.unknown, holes).readVerdict === Blocked)
    val six = Verdicts.judge(Protocol(1, 6), FeatureStates.unknown, holes)
    assert((six.readVerdict, six.writeVerdict) === ((Ok, Blocked)))
    assert(six.blockingFeatures.contains("identityColumns"))
    assert(!six.blockingFeatures.contains("appendOnly"))
  }

  test("P4: a writer must be able to read") {
    val writes =
      release(known(Set(1, 2, 3)), known(anyVersion, Set("deletionVectors", "rowTracking")))
    val judged = Verdicts.judge(vectors, FeatureStates.unknown, writes)
    assert((judged.readVerdict, judged.writeVerdict) === ((Blocked, Blocked)))
    assert(judged.blockingFeatures === Seq("deletionVectors"))
  }

  test("a reader's verdict says nothing of a writer without evidence") {
    val reader = release(known(Set(1, 2)), Support.NoEvidence("nobody looked"))
    val judged = Verdicts.judge(vectors, FeatureStates.unknown, reader)
    assert((judged.readVerdict, judged.writeVerdict) === ((Blocked, Unknown)))
  }

  test("P4: a reader without evidence makes the writer UNKNOWN") {
    val writer = release(Support.NoEvidence("nobody looked"), known(anyVersion))
    val judged = Verdicts.judge(Protocol(1, 1), FeatureStates.unknown, writer)
    assert((judged.readVerdict, judged.writeVerdict) === ((Unknown, Unknown)))
  }

  test("a client that does not know a writer feature cannot write, but can read") {
    val knows = known(Set(1, 2, 3), Set("deletionVectors"))
    val judged =
      Verdicts.judge(
        vectors,
        FeatureStates.unknown,
        release(knows, known(anyVersion, Set("deletionVectors")))
      )
    assert((judged.readVerdict, judged.writeVerdict) === ((Ok, Blocked)))
    assert(judged.blockingFeatures === Seq("rowTracking"))
    assert(judged.reason.contains("it does not support rowTracking"))
  }

  test(
    "an access that a client never offers is NOT_OFFERED for every table; a sink need not read"
  ) {
    val reader = Verdicts.judge(Protocol(1, 1), FeatureStates.unknown, release(known(Set(1))))
    assert((reader.readVerdict, reader.writeVerdict) === ((Ok, NotOffered)))
    assert(reader.blockingFeatures.isEmpty)
    assert(reader.reason === "someclient 1.0: reading is OK, writing is NOT_OFFERED.")
    val refused = Verdicts.judge(vectors, FeatureStates.unknown, release(known(Set(1))))
    assert((refused.readVerdict, refused.writeVerdict) === ((Blocked, NotOffered)))
    val sink = Verdicts.judge(
      Protocol(1, 1),
      FeatureStates.unknown,
      release(readOnly, known(Set(1)))
    )
    assert((sink.readVerdict, sink.writeVerdict) === ((NotOffered, Ok)))
  }

  test(
    "P9: a client that ignores the protocol is wrong where the feature is used, and only there"
  ) {
    assert(reads(ignoring(), vectors, states("deletionVectors" -> true)) === SilentlyWrong)
    assert(reads(ignoring(), vectors, states("deletionVectors" -> false)) === Ok)
    assert(reads(ignoring(), vectors, FeatureStates.unknown) === Unknown)
    assert(reads(ignoring("deletionVectors"), vectors, FeatureStates.unknown) === Ok)
  }

  test("P9: an unused feature that is ignored is OK with the evidence in the reason") {
    val judged = Verdicts.judge(vectors, states("deletionVectors" -> false), release(ignoring()))
    assert(judged.reason.contains("deletionVectors: false"))
  }

  test("P9: a condition is decided by the state it names, and else is UNKNOWN") {
    val cases = Table(
      ("fails when", "states", "verdict"),
      (FailsWhen.Used, states("deletionVectors" -> true), Blocked),
      (FailsWhen.Used, states("deletionVectors" -> false), Ok),
      (FailsWhen.Used, FeatureStates.unknown, Unknown),
      (FailsWhen.Enabled, states("deletionVectors" -> true), Blocked),
      (FailsWhen.Enabled, states("deletionVectors" -> false), Ok),
      (FailsWhen.Enabled, FeatureStates.unknown, Unknown),
      (FailsWhen.Listed, states("deletionVectors" -> false), Blocked),
      (FailsWhen.Undecidable, states("deletionVectors" -> false), Unknown)
    )
    forAll(cases) { (failsWhen, states, verdict) =>
      assert(reads(on("deletionVectors", condition(failsWhen)), vectors, states) === verdict)
    }
  }

  test("a condition on legacy versions says nothing about a listed feature") {
    val legacy = condition(FailsWhen.Used, SilentlyWrong, legacyOnly = true)
    val support = on("columnMapping", legacy)
    val listed = Protocol(3, 7, Some(Set("columnMapping")), Some(Set("columnMapping")))
    assert(reads(support, Protocol(2, 5), states("columnMapping" -> true)) === SilentlyWrong)
    assert(reads(support, Protocol(2, 5), states("columnMapping" -> false)) === Ok)
    assert(reads(support, listed, states("columnMapping" -> true)) === Blocked)
  }

  test("an accepted protocol version does not prove that its features are honoured") {
    assert(reads(known(Set(1, 2)), Protocol(2, 5), FeatureStates.unknown) === Unknown)
  }

  test("no evidence, contradictory evidence, unknown versions and open lists are UNKNOWN") {
    val unknown = Table(
      "support",
      Support.NoEvidence("nobody looked"),
      known(Set(1, 2, 3), uncertain = Set("deletionVectors")),
      known(Set(1, 2, 3), Set("deletionVectors")).copy(versions = None),
      known(Set(1, 2, 3), others = OtherFeatures.Unknown)
    )
    forAll(unknown) { support =>
      assert(reads(support, vectors, states("deletionVectors" -> false)) === Unknown)
    }
  }

  test("P2: an invalid protocol is UNKNOWN, unless the version alone is refused") {
    val broken = Protocol(3, 7, Some(Set("deletionVectors")), Some(Set.empty))
    assert(reads(known(anyVersion, Set("deletionVectors")), broken, FeatureStates.unknown) ===
      Unknown)
    assert(reads(ignoring("deletionVectors"), broken, FeatureStates.unknown) === Unknown)
    assert(reads(known(Set(1, 2)), broken, FeatureStates.unknown) === Blocked)
    assert(reads(known(Set(1, 2, 3)), Protocol(101, 7), FeatureStates.unknown) === Blocked)
  }

  test("what prevails: refusing over wrong data over not knowing over a loss") {
    val both = Protocol(3, 7, Some(Set("a", "b")), Some(Set("a", "b")))
    def pair(a: Verdict, b: Verdict): Verdict = reads(
      known(
        anyVersion,
        conditions =
          Map("a" -> condition(FailsWhen.Listed, a), "b" -> condition(FailsWhen.Listed, b))
      ),
      both,
      FeatureStates.unknown
    )
    assert(pair(Blocked, SilentlyWrong) === Blocked)
    assert(pair(Unknown, SilentlyWrong) === SilentlyWrong)
    assert(pair(SilentlyWrong, HarmsOthers) === HarmsOthers)
    assert(pair(Blocked, HarmsOthers) === Blocked)
    assert(pair(Unknown, Degraded) === Unknown)
    assert(pair(Degraded, Degraded) === Degraded)
  }

  test("a verdict carries the evidence, the day and the sources of its release") {
    val judged = Verdicts.judge(vectors, FeatureStates.unknown, release(known(Set(1, 2, 3))))
    assert(judged.evidence === Some(Evidence.Source))
    assert(judged.verifiedAt === Some(day))
    assert(judged.sources === Seq("a source"))
  }
}
