package io.deltaward.protocol

import org.scalacheck.Gen

/** Generates protocols for property tests. */
object ProtocolGenerators {

  /** Names that no Delta specification has. */
  val unknownName: Gen[String] = Gen.oneOf("anUnknownFeature", "teleportation", "zebraStripes-dev")

  val featureSet: Gen[Set[String]] = for {
    known <- Gen.someOf(Features.all.map(_.name))
    unknown <- Gen.frequency(4 -> Gen.const(None), 1 -> unknownName.map(Some(_)))
  } yield known.toSet ++ unknown

  /** Returns a protocol (3, 7) that lists these features. */
  def listed(features: Set[String]): Protocol = {
    val forReaders =
      features.filter(f => Features.byName.get(f).exists(_.kind == FeatureKind.ReaderWriter))
    Protocol(3, 7, Some(forReaders), Some(features))
  }

  /** Generates protocols (1, 7) and (2, 7) with a list of writer features. */
  private val writerListed: Gen[Protocol] = for {
    features <- featureSet
    reader <- Gen.oneOf(1, 2)
  } yield {
    val forWriters = features.filter { f =>
      val row = Features.byName.get(f)
      row.forall(_.kind == FeatureKind.Writer) || (f == "columnMapping" && reader == 2)
    }
    Protocol(reader, 7, None, Some(forWriters))
  }

  private val legacy: Gen[Protocol] = for {
    reader <- Gen.choose(1, 2)
    writer <- Gen.choose(1, 6)
  } yield Protocol(reader, writer)

  val valid: Gen[Protocol] =
    Gen
      .oneOf(featureSet.map(listed), writerListed, legacy)
      .suchThat(ProtocolProblem.findIn(_).isEmpty)

  private val list: Gen[Option[Set[String]]] = Gen.option(featureSet)

  /** Generates any protocol that a log may hold, valid or not. */
  val any: Gen[Protocol] = for {
    reader <- Gen.choose(-1, 5)
    writer <- Gen.choose(-1, 9)
    readerFeatures <- list
    writerFeatures <- list
  } yield Protocol(reader, writer, readerFeatures, writerFeatures)
}
