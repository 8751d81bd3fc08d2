package io.deltaward.clients

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.features.{FeatureState, FeatureStates}
import io.deltaward.protocol.{Features, Protocol, ProtocolGenerators}

/** Tests properties on every client of the registry. The worst error is an OK that does not hold. */
class VerdictsPropertySuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 60)

  private val releases: Seq[Release] = ClientRegistry.builtIn.clients.flatMap(_.releases)

  private val maybe: Gen[Option[Boolean]] = Gen.oneOf(None, Some(true), Some(false))

  private val states: Gen[FeatureStates] =
    Gen.sequence[Seq[FeatureState], FeatureState](Features.all.map { feature =>
      Gen.zip(maybe, maybe).map { case (enabled, used) =>
        FeatureState(feature, supported = true, enabled, used, "generated")
      }
    }).map(FeatureStates(_))

  private val listed: Gen[Protocol] =
    ProtocolGenerators.featureSet.map(ProtocolGenerators.listed)

  private def checks(support: Support): Boolean = support match {
    case known: Support.Known => known.checksProtocol
    case _: Support.NoEvidence => true
  }

  private def withFeature(protocol: Protocol, name: String, forReaders: Boolean): Protocol =
    protocol.copy(
      readerFeatures =
        if (forReaders) protocol.readerFeatures.map(_ + name) else protocol.readerFeatures,
      writerFeatures = protocol.writerFeatures.map(_ + name)
    )

  test("P4: a reader feature nobody knows is never OK to read or write, for any client") {
    forAll(listed, states) { (protocol, states) =>
      val after = withFeature(protocol, "featureOfTheFuture", forReaders = true)
      releases.foreach { release =>
        val judged = Verdicts.judge(after, states, release)
        assert(judged.readVerdict !== Verdict.Ok)
        assert(judged.writeVerdict !== Verdict.Ok)
      }
    }
  }

  test("P4: a writer feature nobody knows is never OK to write, and changes no reading") {
    forAll(listed, states) { (protocol, states) =>
      val after = withFeature(protocol, "featureOfTheFuture", forReaders = false)
      releases.foreach { release =>
        val judged = Verdicts.judge(after, states, release)
        assert(judged.writeVerdict !== Verdict.Ok)
        assert(judged.readVerdict === Verdicts.judge(protocol, states, release).readVerdict)
      }
    }
  }

  test("an undefined version is never OK") {
    forAll(Gen.choose(4, 200), Gen.choose(8, 200)) { (reader, writer) =>
      releases.filter(r => checks(r.read)).foreach { release =>
        val judged =
          Verdicts.judge(Protocol(reader, writer), FeatureStates.unknown, release)
        assert(judged.readVerdict !== Verdict.Ok)
        assert(judged.writeVerdict !== Verdict.Ok)
      }
    }
  }

  test("without evidence nothing is OK, on any protocol") {
    val nothing = Release.unknown("someclient", "1", "only", "nobody looked")
    forAll(ProtocolGenerators.any, states) { (protocol, states) =>
      val judged = Verdicts.judge(protocol, states, nothing)
      assert(judged.readVerdict === Verdict.Unknown)
      assert(judged.writeVerdict === Verdict.Unknown)
    }
  }

  test("a feature on which sources disagree never becomes OK, used or not") {
    val uncertain = for {
      release <- releases
      known <- Seq(release.read, release.write).collect { case k: Support.Known => k }
      name <- known.uncertain
    } yield (release, name, known == release.read)
    assert(uncertain.nonEmpty)
    forAll(states) { states =>
      uncertain.foreach { case (release, name, reading) =>
        val judged = Verdicts.judge(ProtocolGenerators.listed(Set(name)), states, release)
        val forReaders = Features.byName.get(name).exists(_.kind.toString == "readerWriter")
        val tried = release.write match {
          case known: Support.Known => known.alone
          case _: Support.NoEvidence => false
        }
        if (!reading || forReaders && !tried) assert(judged.writeVerdict !== Verdict.Ok)
        if (reading && forReaders) assert(judged.readVerdict !== Verdict.Ok)
      }
    }
  }

  test("P4: removing a feature never makes a client worse, where the versions stay") {
    forAll(listed, states, Gen.oneOf(Features.all.map(_.name))) { (protocol, states, name) =>
      val after = protocol.copy(
        readerFeatures = protocol.readerFeatures.map(_ - name),
        writerFeatures = protocol.writerFeatures.map(_ - name)
      )
      releases.foreach { release =>
        val before = Verdicts.judge(protocol, states, release)
        val judged = Verdicts.judge(after, states, release)
        assert(judged.readVerdict.rank <= before.readVerdict.rank)
        assert(judged.writeVerdict.rank <= before.writeVerdict.rank)
      }
    }
  }

  test("P9: telling more about a table never turns a refusal or wrong data into OK") {
    forAll(ProtocolGenerators.valid, states) { (protocol, states) =>
      releases.foreach { release =>
        val unknown = Verdicts.judge(protocol, FeatureStates.unknown, release)
        val told = Verdicts.judge(protocol, states, release)
        if (unknown.readVerdict == Verdict.Ok) assert(told.readVerdict === Verdict.Ok)
        if (unknown.readVerdict == Verdict.Blocked) assert(told.readVerdict === Verdict.Blocked)
      }
    }
  }

  private val between: Seq[Release] = for {
    client <- ClientRegistry.builtIn.clients
    path <- client.accessPaths
    version <- client.releasesOn(path).map(_.version).filter(VersionLabel(_).isNumeric)
    release <- client.releasesAt(s"$version.0.1").filter(_.accessPath == path)
    if release.neighbours.nonEmpty
  } yield release

  test("a version that nobody looked at does what the known ones around it do to the same table") {
    assert(between.size > 20)
    forAll(ProtocolGenerators.valid, states) { (protocol, states) =>
      between.foreach { release =>
        val judged = Verdicts.judge(protocol, states, release)
        val around = release.neighbours.map(Verdicts.judge(protocol, states, _))
        Access.all.foreach { access =>
          val verdicts = around.map(_.verdictFor(access)).distinct
          assert(judged.verdictFor(access) ===
            (if (verdicts.size == 1) verdicts.head else Verdict.Unknown))
        }
        val nothing = Access.all.forall(judged.verdictFor(_) == Verdict.Unknown)
        assert(judged.evidence.isEmpty === (nothing || around.forall(_.evidence.isEmpty)))
      }
    }
  }

  test("every verdict comes with a sentence that names the client, and its features sorted") {
    forAll(ProtocolGenerators.any, states) { (protocol, states) =>
      releases.foreach { release =>
        val judged = Verdicts.judge(protocol, states, release)
        assert(judged.reason.startsWith(release.client))
        assert(judged.reason.endsWith("."))
        assert(judged.blockingFeatures === judged.blockingFeatures.sorted)
      }
    }
  }
}
