package io.deltaward.features

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

import io.deltaward.protocol.{Protocol, ProtocolProblem}
import io.deltaward.protocol.ProtocolProblem.{EnabledFeatureMissing, RequiredFeatureMissing}

class TableProblemsSuite extends AnyFunSuite with TableDrivenPropertyChecks {

  private def schema(tpe: String, nullable: Boolean = true, metadata: String = "{}"): String =
    s"""{"type":"struct","fields":[{"name":"a","type":$tpe,"nullable":$nullable,"metadata":$metadata}]}"""

  private val plain = schema("\"integer\"")
  private val vectors =
    Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors")))

  private def problems(
      protocol: Protocol,
      schemaJson: String = plain,
      properties: Map[String, String] = Map.empty
  ): Seq[ProtocolProblem] = TableDescriptor(protocol, properties, schemaJson).problems

  private def missing(found: Seq[ProtocolProblem]): Seq[String] =
    found.collect { case problem: EnabledFeatureMissing => problem.feature }

  test("P2: a property that turns on what the protocol does not support") {
    val found = problems(vectors, properties = Map("delta.enableChangeDataFeed" -> "true"))
    assert(found == Seq(EnabledFeatureMissing(
      "changeDataFeed",
      "the table property delta.enableChangeDataFeed is true"
    )))
    assert(problems(vectors, properties = Map("delta.enableChangeDataFeed" -> "false")).isEmpty)
    assert(problems(vectors, properties = Map("delta.enableDeletionVectors" -> "true")).isEmpty)
  }

  test("P2: on legacy versions, what they imply and what no reader minds") {
    val features = Table(
      ("protocol", "properties", "missing"),
      (Protocol(1, 2), Map("delta.enableRowTracking" -> "true"), Seq("rowTracking")),
      (Protocol(1, 2), Map("delta.columnMapping.mode" -> "name"), Seq("columnMapping")),
      (Protocol(2, 5), Map("delta.columnMapping.mode" -> "name"), Nil),
      (Protocol(1, 4), Map("delta.enableChangeDataFeed" -> "true"), Nil),
      (Protocol(1, 2), Map("delta.enableChangeDataFeed" -> "true"), Nil)
    )
    forAll(features)((protocol, properties, names) =>
      assert(missing(problems(protocol, properties = properties)) == names)
    )
  }

  test("P2: types and columns that need a feature, and those that do not") {
    val columns = Table(
      ("schema", "missing"),
      (schema("\"timestamp_ntz\""), Seq("timestampNtz")),
      (schema("\"variant\""), Seq("variantType")),
      (
        schema("""{"type":"array","elementType":"variant","containsNull":true}"""),
        Seq("variantType")
      ),
      (schema("""{"type":"udt","sqlType":"timestamp_ntz"}"""), Nil),
      (schema("\"integer\"", nullable = false), Seq("invariants")),
      (
        schema("\"integer\"", metadata = """{"delta.generationExpression":"1"}"""),
        Seq("generatedColumns")
      ),
      (schema("\"integer\"", metadata = """{"CURRENT_DEFAULT":"1"}"""), Nil),
      (schema("\"string\"", metadata = """{"__COLLATIONS":{"a":"ICU.de"}}"""), Nil)
    )
    forAll(columns)((json, names) => assert(missing(problems(vectors, json)) == names))
    assert(missing(problems(Protocol(1, 2), schema("\"timestamp_ntz\""))) == Seq("timestampNtz"))
  }

  test("P2: of two names for one feature, either will do") {
    val preview =
      Protocol(3, 7, Some(Set("variantType-preview")), Some(Set("variantType-preview")))
    assert(problems(preview, schema("\"variant\"")).isEmpty)
  }

  test("P2: a boundary without checkpointProtection turns nothing on") {
    val boundary = Map("delta.requireCheckpointProtectionBeforeVersion" -> "12")
    assert(problems(vectors, properties = boundary).isEmpty)
  }

  test("P2: a feature that is listed without what it requires") {
    val alone = Protocol(1, 7, None, Some(Set("rowTracking")))
    assert(problems(alone) == Seq(RequiredFeatureMissing("domainMetadata", "rowTracking")))
    assert(problems(Protocol(1, 7, None, Some(Set("rowTracking", "domainMetadata")))).isEmpty)
    assert(problems(Protocol(1, 7, None, Some(Set("anUnknownFeature")))).isEmpty)
  }

  test(
    "an invalid protocol or schema has no further problems"
  ) {
    val on = Map("delta.enableRowTracking" -> "true")
    assert(problems(Protocol(1, 101), properties = on).isEmpty)
    assert(problems(vectors, schemaJson = "{").isEmpty)
  }
}
