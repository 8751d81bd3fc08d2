package io.deltaward.features

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

import io.deltaward.protocol.{Features, FeatureStatus, Protocol}

class FeatureStatesSuite extends AnyFunSuite with TableDrivenPropertyChecks {

  private def field(name: String, tpe: String = "\"integer\"", metadata: String = ""): String =
    s"""{"name":"$name","type":$tpe,"nullable":true,"metadata":{$metadata}}"""

  private def schema(fields: String*): String =
    s"""{"type":"struct","fields":[${fields.mkString(",")}]}"""

  private val plain = schema(field("a"))

  private def state(
      name: String,
      configuration: Map[String, String] = Map.empty,
      schemaJson: String = plain,
      deletionVectors: Option[Long] = None,
      deletedRows: Option[Long] = None
  ): FeatureState = {
    val table = TableDescriptor(Protocol(1, 2), configuration, schemaJson)
    FeatureStates.forTable(table, Traces(deletionVectors, deletedRows)).get(name).get
  }

  private def on(key: String): Map[String, String] = Map(key -> "true")

  test("P9: properties that are the whole feature tell enabled and used") {
    val properties = Table(
      ("feature", "configuration"),
      ("appendOnly", on("delta.appendOnly")),
      ("checkConstraints", Map("delta.constraints.positive" -> "a > 0")),
      ("icebergCompatV1", on("delta.enableIcebergCompatV1")),
      ("icebergCompatV2", on("delta.enableIcebergCompatV2")),
      ("icebergCompatV3", on("delta.enableIcebergCompatV3")),
      ("icebergWriterCompatV1", on("delta.enableIcebergWriterCompatV1")),
      ("icebergWriterCompatV3", on("delta.enableIcebergWriterCompatV3")),
      ("checkpointProtection", Map("delta.requireCheckpointProtectionBeforeVersion" -> "12")),
      ("redirectReaderWriter-preview", Map("delta.redirectReaderWriter-preview" -> "{}"))
    )
    forAll(properties) { (feature, configuration) =>
      val set = state(feature, configuration)
      assert((set.enabled, set.used) === ((Some(true), Some(true))))
      val unset = state(feature)
      assert((unset.enabled, unset.used) === ((Some(false), Some(false))))
      assert(unset.usedEvidence.nonEmpty)
    }
  }

  test("P9: a property enables a feature, and says nothing of its use in older files") {
    val properties = Table(
      ("feature", "configuration"),
      ("changeDataFeed", on("delta.enableChangeDataFeed")),
      ("rowTracking", on("delta.enableRowTracking")),
      ("v2Checkpoint", Map("delta.checkpointPolicy" -> "v2")),
      ("deletionVectors", on("delta.enableDeletionVectors"))
    )
    forAll(properties) { (feature, configuration) =>
      assert(state(feature, configuration).enabled === Some(true))
      assert(state(feature).enabled === Some(false))
      assert(state(feature).used === None)
      assert(state(feature).usedEvidence.nonEmpty)
    }
  }

  test("P9: features that live in the schema, at any depth") {
    def nested(tpe: String): String =
      schema(field("s", s"""{"type":"array","elementType":${schema(field("x", tpe))}}"""))
    val schemas = Table(
      ("feature", "schema"),
      ("timestampNtz", nested("\"timestamp_ntz\"")),
      ("timestampNtz", schema(field("u", """{"type":"udt","sqlType":"timestamp_ntz"}"""))),
      (
        "variantType",
        schema(field("m", """{"type":"map","keyType":"string","valueType":"variant"}"""))
      ),
      ("geospatial", nested("\"geometry(OGC:CRS84)\"")),
      ("intervalTypes", nested("\"interval day to second\"")),
      (
        "generatedColumns",
        schema(field("g", metadata = """"delta.generationExpression":"a + 1""""))
      ),
      ("identityColumns", schema(field("i", metadata = """"delta.identity.start":1"""))),
      ("allowColumnDefaults", schema(field("d", metadata = """"CURRENT_DEFAULT":"0""""))),
      ("invariants", schema(field("v", metadata = """"delta.invariants":"{}""""))),
      ("collations", schema(field("c", "\"string\"", """"__COLLATIONS":{"c":"ICU.de_DE"}""")))
    )
    forAll(schemas) { (feature, schemaJson) =>
      val there = state(feature, schemaJson = schemaJson)
      assert((there.enabled, there.used) === ((Some(true), Some(true))))
      assert(state(feature).used === Some(false))
    }
  }

  test("P9: a type change in the schema is a use of type widening, whatever the property says") {
    val changed = schema(field("a", metadata = """"delta.typeChanges":[]"""))
    assert(state("typeWidening", schemaJson = changed).used === Some(true))
    assert(state("typeWidening", schemaJson = changed).enabled === Some(false))
    assert(state("typeWidening", on("delta.enableTypeWidening")).used === Some(false))
  }

  test("P9: column mapping is used once a physical name differs, or columns go by id") {
    def mapped(physical: String): String =
      schema(field("a", metadata = s""""delta.columnMapping.physicalName":"$physical""""))
    val byName = Map("delta.columnMapping.mode" -> "name")
    val byId = Map("delta.columnMapping.mode" -> "id")
    assert(state("columnMapping", byName, mapped("col-7")).used === Some(true))
    assert(state("columnMapping", byName, mapped("a")).used === Some(false))
    assert(state("columnMapping", byName, mapped("a")).enabled === Some(true))
    assert(state("columnMapping", byId, mapped("a")).used === Some(true))
    assert(state("columnMapping", Map("delta.columnMapping.mode" -> "none")).enabled ===
      Some(false))
  }

  test("P9: the way of mapping tells names from before the mapping from made-up ones and ids") {
    def mapped(physical: String): String =
      schema(field("a", metadata = s""""delta.columnMapping.physicalName":"$physical""""))
    def way(mode: String, physical: String): Option[String] =
      state("columnMapping", Map("delta.columnMapping.mode" -> mode), mapped(physical)).way
    assert(way("name", "before") === Some("byKeptName"))
    assert(way("name", "a") === Some("byKeptName"))
    assert(way("name", "col-7") === Some("byNewName"))
    assert(way("id", "col-7") === Some("byId"))
    assert(way("none", "a") === None)
  }

  test("P9: variants are shredded where there are any and the property is on") {
    val variants = schema(field("v", "\"variant\""))
    val shredding = on("delta.enableVariantShredding")
    assert(state("variantShredding", shredding, variants).used === Some(true))
    assert(state("variantShredding", shredding).used === Some(false))
    assert(state("variantShredding", Map.empty, variants).used === None)
    assert(state("variantShredding", shredding).enabled === Some(true))
  }

  test("P9: deletion vectors are used when live files have some, whatever the property says") {
    val enabled = on("delta.enableDeletionVectors")
    assert(state("deletionVectors", deletionVectors = Some(3)).used === Some(true))
    assert(state("deletionVectors", deletionVectors = Some(3)).enabled === Some(false))
    assert(state("deletionVectors", enabled, deletionVectors = Some(0)).used === Some(false))
    assert(state("deletionVectors", deletedRows = Some(9)).used === Some(true))
    assert(state("deletionVectors", deletedRows = Some(0)).used === None)
  }

  test("P9: supported comes from the protocol alone") {
    val enabled = TableDescriptor(Protocol(1, 2), on("delta.enableDeletionVectors"), plain)
    assert(!FeatureStates.forTable(enabled, Traces(Some(1))).get("deletionVectors").get.supported)
    val listed = Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors")))
    val states = FeatureStates.forTable(TableDescriptor(listed, Map.empty, plain))
    assert(states.get("deletionVectors").get.supported)
    assert(states.enabled("deletionVectors") === Some(false))
  }

  test("a scan is wanted for what only it tells, of what the table supports or enables") {
    def wanting(protocol: Protocol, configuration: Map[String, String], traces: Traces) =
      FeatureStates.forTable(TableDescriptor(protocol, configuration, plain), traces).wantingScan
    val tracked = Protocol(1, 7, None, Some(Set("rowTracking", "domainMetadata")))
    assert(wanting(Protocol(1, 2), Map.empty, Traces.unknown) == Set.empty)
    assert(wanting(tracked, Map.empty, Traces.unknown) == Set("rowTracking", "domainMetadata"))
    assert(wanting(tracked, Map.empty, Traces(domains = Some(Set.empty))) == Set("rowTracking"))
    assert(
      wanting(Protocol(1, 2), on("delta.enableDeletionVectors"), Traces.unknown) ==
        Set("deletionVectors")
    )
  }

  test("a schema that cannot be read leaves the use of schema features unknown") {
    forAll(Table("text", "", "{", "[]", "null", """{"type":"array"}""")) { text =>
      Seq("timestampNtz", "columnMapping", "identityColumns").foreach { feature =>
        assert(state(feature, schemaJson = text).used === None)
      }
    }
  }

  test("a listed name nobody knows has a state, and its use is unknown") {
    val protocol = Protocol(1, 7, None, Some(Set("anUnknownFeature")))
    val state = TableDescriptor(protocol, Map.empty, plain).states.get("anUnknownFeature").get
    assert(state.supported)
    assert(state.feature.status === FeatureStatus.Unknown)
    assert((state.enabled, state.used) === ((None, None)))
  }

  test("every known feature has a state with evidence") {
    val states = TableDescriptor(Protocol(1, 1), Map.empty, plain).states
    assert(states.all.map(_.feature.name).toSet === Features.byName.keySet)
    assert(states.all.forall(_.usedEvidence.nonEmpty))
  }
}
