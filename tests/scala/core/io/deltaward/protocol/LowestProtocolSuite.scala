package io.deltaward.protocol

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class LowestProtocolSuite
    extends AnyFunSuite
    with ScalaCheckPropertyChecks
    with TableDrivenPropertyChecks {

  private def lists(reader: Option[Set[String]], writer: String*)(r: Int): Protocol =
    Protocol(r, 7, reader, Some(writer.toSet))

  private val examples = Table(
    ("protocol", "lowest"),
    (Protocol(3, 7, Some(Set.empty), Some(Set.empty)), Protocol(1, 1)),
    (Protocol(1, 7, None, Some(Set("appendOnly", "invariants"))), Protocol(1, 2)),
    (
      Protocol(3, 7, Some(Set.empty), Some(Set("appendOnly", "invariants", "checkConstraints"))),
      Protocol(1, 3)
    ),
    (
      lists(Some(Set("columnMapping")), "columnMapping")(3),
      lists(None, "columnMapping")(2)
    ),
    (
      lists(
        Some(Set("columnMapping")),
        "appendOnly",
        "invariants",
        "checkConstraints",
        "changeDataFeed",
        "generatedColumns",
        "columnMapping"
      )(3),
      Protocol(2, 5)
    ),
    (
      lists(Some(Set("deletionVectors")), "deletionVectors")(3),
      lists(Some(Set("deletionVectors")), "deletionVectors")(3)
    ),
    (lists(Some(Set.empty), "appendOnly")(3), lists(None, "appendOnly")(1)),
    (
      lists(Some(Set.empty), "rowTracking", "domainMetadata")(3),
      lists(None, "rowTracking", "domainMetadata")(1)
    ),
    (Protocol(2, 4), Protocol(1, 4)),
    (Protocol(2, 6), Protocol(2, 6)),
    (
      lists(Some(Set("anUnknownFeature")), "anUnknownFeature")(3),
      lists(Some(Set("anUnknownFeature")), "anUnknownFeature")(3)
    ),
    (
      lists(None, "anUnknownFeature", "appendOnly")(2),
      lists(None, "anUnknownFeature", "appendOnly")(2)
    ),
    (lists(Some(Set.empty), "anUnknownFeature")(3), lists(Some(Set.empty), "anUnknownFeature")(3))
  )

  test("P7: worked examples of the lowest possible protocol") {
    forAll(examples)((protocol, lowest) => assert(LowestProtocol.lower(protocol) === lowest))
  }

  test("P7: lowering a lowered protocol changes nothing") {
    forAll(ProtocolGenerators.valid) { protocol =>
      val lowest = LowestProtocol.lower(protocol)
      assert(LowestProtocol.lower(lowest) === lowest)
      assert(LowestProtocol.isLowest(lowest))
    }
  }

  test("P7: lowering keeps exactly the supported features") {
    forAll(ProtocolGenerators.valid) { protocol =>
      assert(LowestProtocol.lower(protocol).supportedFeatures === protocol.supportedFeatures)
    }
  }

  test("P7: lowering never raises a number") {
    forAll(ProtocolGenerators.valid) { protocol =>
      val lowest = LowestProtocol.lower(protocol)
      assert(lowest.minReaderVersion <= protocol.minReaderVersion)
      assert(lowest.minWriterVersion <= protocol.minWriterVersion)
    }
  }

  test("P7: what comes out of lowering is a valid protocol") {
    forAll(ProtocolGenerators.valid) { protocol =>
      assert(ProtocolProblem.findIn(LowestProtocol.lower(protocol)).isEmpty)
    }
  }

  test("P4, P7: lowering never asks more of a reader or a writer") {
    forAll(ProtocolGenerators.valid) { protocol =>
      val lowest = LowestProtocol.lower(protocol)
      assert(lowest.readerRequirements.subsetOf(protocol.readerRequirements))
      assert(lowest.writerRequirements.subsetOf(protocol.writerRequirements))
    }
  }

  test("P2: an invalid protocol is left as it is, whatever it holds") {
    forAll(ProtocolGenerators.any) { protocol =>
      if (ProtocolProblem.findIn(protocol).nonEmpty)
        assert(LowestProtocol.lower(protocol) === protocol)
    }
  }
}
