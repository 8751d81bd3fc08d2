package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TableFeature
import org.apache.spark.sql.delta.actions.{Protocol => DeltaProtocol}
import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.RunningDelta
import io.deltaward.protocol.{FeatureKind, Features, LegacyVersions, LowestProtocol, Protocol}

/** Compares the feature table and the lowest possible protocol with the running Delta. */
class NormalizedAgreementSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = 500)

  /** Delta's features without those of its own tests, which it adds when it believes to be under test. */
  private val known: Seq[TableFeature] = TableFeature.allSupportedFeaturesMap.values
    .filterNot(_.getClass.getSimpleName.startsWith("Test"))
    .toSeq
    .sortBy(_.name)

  private def toDelta(p: Protocol): DeltaProtocol =
    DeltaProtocol(p.minReaderVersion, p.minWriterVersion, p.readerFeatures, p.writerFeatures)

  private def fromDelta(p: DeltaProtocol): Protocol =
    Protocol(p.minReaderVersion, p.minWriterVersion, p.readerFeatures, p.writerFeatures)

  private def closed(features: Set[TableFeature]): Set[TableFeature] = {
    val more = features ++ features.flatMap(_.requiredFeatures)
    if (more == features) features else closed(more)
  }

  private val someFeatures: Gen[Set[TableFeature]] = Gen.someOf(known).map(_.toSet)

  /** Generates subsets of the legacy features, which normalising is about. They are rare among all subsets. */
  private val legacyFeatures: Gen[Set[TableFeature]] =
    Gen.someOf(known.filter(_.isLegacyFeature)).map(_.toSet)

  private val featureSets: Gen[Set[TableFeature]] = Gen.oneOf(someFeatures, legacyFeatures)

  test("P7: the lowest protocol is Delta's normalized one, for any set of features Delta knows") {
    RunningDelta.needs("3.3", "Delta 3.2 does not normalize protocols")
    forAll(featureSets) { features =>
      val listed = DeltaProtocol(3, 7).withFeatures(features)
      assert(LowestProtocol.lower(fromDelta(listed)) === fromDelta(NormalizedProtocol.of(listed)))
    }
  }

  test("P7: and for sets that hold all that their features require") {
    RunningDelta.needs("3.3", "Delta 3.2 does not normalize protocols")
    forAll(featureSets) { features =>
      val listed = DeltaProtocol(3, 7).withFeatures(closed(features))
      assert(LowestProtocol.lower(fromDelta(listed)) === fromDelta(NormalizedProtocol.of(listed)))
    }
  }

  test("P7: and for every pair of legacy versions") {
    for (reader <- 1 to 2; writer <- 1 to 6) {
      val protocol = Protocol(reader, writer)
      val normalized = NormalizedProtocol.of(toDelta(protocol))
      assert(LowestProtocol.lower(protocol) === fromDelta(normalized), protocol.toString)
    }
  }

  test("P3: legacy versions imply what Delta says they do") {
    for (reader <- 1 to 2; writer <- 1 to 6) {
      val protocol = Protocol(reader, writer)
      val implied = toDelta(protocol).implicitlySupportedFeatures.map(_.name)
      // Delta 3.2 has no identity columns outside of its own tests.
      val known = protocol.supportedFeatures.intersect(DeltaFeatures.running.features)
      assert(known === implied, protocol.toString)
    }
  }

  test("every feature that Delta knows has a row with its kind, versions and requirements") {
    assert(known.nonEmpty)
    known.foreach { feature =>
      val row = Features.byName.getOrElse(feature.name, fail(s"${feature.name} has no row"))
      val kind =
        if (feature.isReaderWriterFeature) FeatureKind.ReaderWriter else FeatureKind.Writer
      assert(row.kind === kind, feature.name)
      val legacy = Option.when(feature.isLegacyFeature)(
        LegacyVersions(feature.minReaderVersion.max(1), feature.minWriterVersion)
      )
      assert(row.legacy === legacy, feature.name)
      assert((feature.requiredFeatures.map(_.name) -- row.requires).isEmpty, feature.name)
      // The specification asks for variantType, and Delta before 4.3 does not.
      if (feature.name != "variantShredding" || RunningDelta.isAtLeast("4.3"))
        assert(row.requires === feature.requiredFeatures.map(_.name), feature.name)
    }
  }
}
