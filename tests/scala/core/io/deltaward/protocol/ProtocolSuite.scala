package io.deltaward.protocol

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

class ProtocolSuite extends AnyFunSuite with TableDrivenPropertyChecks {

  private val basic = Set("appendOnly", "invariants")
  private val three = basic + "checkConstraints"
  private val four = three ++ Set("changeDataFeed", "generatedColumns")
  private val five = four + "columnMapping"
  private val six = five + "identityColumns"

  test("P3: legacy versions are cumulative") {
    val cumulative = Table(
      ("reader", "writer", "implied"),
      (1, 1, Set.empty[String]),
      (1, 2, basic),
      (1, 3, three),
      (1, 4, four),
      (1, 5, four),
      (2, 5, five),
      (1, 6, four + "identityColumns"),
      (2, 6, six),
      (2, 2, basic)
    )
    forAll(cumulative) { (reader, writer, implied) =>
      assert(Protocol(reader, writer).supportedFeatures === implied)
    }
  }

  test("P1: version 1 is a writer version, and asks nothing of a writer") {
    assert(Protocol.WriterVersions.head === 1)
    assert(Protocol.ReaderVersions === (1 to 3))
    assert(Protocol(1, 1).writerRequirements === Set.empty)
    assert(ProtocolProblem.findIn(Protocol(1, 1)) === Nil)
  }

  test("P4: what each protocol asks of readers and of writers") {
    val asked = Table(
      ("protocol", "readers", "writers"),
      (Protocol(1, 2), Set.empty[String], basic),
      (Protocol(2, 5), Set("columnMapping"), five),
      (Protocol(1, 7, None, Some(Set("rowTracking"))), Set.empty[String], Set("rowTracking")),
      (
        Protocol(2, 7, None, Some(Set("columnMapping"))),
        Set("columnMapping"),
        Set("columnMapping")
      ),
      (
        Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors", "clustering"))),
        Set("deletionVectors"),
        Set("deletionVectors", "clustering")
      )
    )
    forAll(asked) { (protocol, readers, writers) =>
      assert(protocol.readerRequirements === readers)
      assert(protocol.writerRequirements === writers)
    }
  }

  test("P4: a writer feature never asks anything of readers") {
    val writerOnly = Features.all.filter(_.kind == FeatureKind.Writer).map(_.name).toSet
    val protocol = Protocol(3, 7, Some(Set.empty), Some(writerOnly))
    assert(protocol.readerRequirements === Set.empty)
  }

  test("a name nobody knows is a feature, and the lists tell its kind") {
    val protocol = Protocol(3, 7, Some(Set("x")), Some(Set("x", "y")))
    assert(protocol.feature("x") === Feature.unknown("x", FeatureKind.ReaderWriter))
    assert(protocol.feature("y") === Feature.unknown("y", FeatureKind.Writer))
  }

  test("a protocol prints its lists sorted, and none where there is none") {
    assert(Protocol(1, 2).toString === "(1, 2)")
    assert(
      Protocol(3, 7, Some(Set.empty), Some(Set("b", "a"))).toString ===
        "(3, 7, readerFeatures = [], writerFeatures = [a, b])"
    )
  }

  test("one more writer feature is listed beside all that the protocol supports") {
    assert(Protocol(1, 2).withWriterFeature("x") ===
      Protocol(1, 7, None, Some(Set("appendOnly", "invariants", "x"))))
    val mapped = Protocol(2, 5).withWriterFeature("x")
    assert(mapped.supportedFeatures === Protocol(2, 5).supportedFeatures + "x")
    assert(ProtocolProblem.findIn(mapped) === Nil)
    val listed = Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors")))
    assert(listed.withWriterFeature("x") ===
      listed.copy(writerFeatures = Some(Set("deletionVectors", "x"))))
  }
}
