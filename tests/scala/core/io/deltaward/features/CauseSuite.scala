package io.deltaward.features

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.protocol.Protocol

class CauseSuite extends AnyFunSuite {

  private def table(
      properties: Map[String, String],
      schema: String,
      features: String*
  ): TableDescriptor =
    TableDescriptor(Protocol(3, 7, Some(Set.empty), Some(features.toSet)), properties, schema)

  private def schema(columnType: String): String =
    s"""{"type":"struct","fields":[{"name":"c","type":"$columnType","nullable":true,"metadata":{}}]}"""

  private val before = table(Map.empty, schema("long"))

  private def cause(
      feature: String,
      after: TableDescriptor,
      from: Option[TableDescriptor] = Some(before),
      defaults: Map[String, String] = Map.empty
  ): Cause = Cause.find(feature, from, after, defaults)

  test("a property that was set") {
    val after = table(Map("delta.enableRowTracking" -> "true"), schema("long"), "rowTracking")
    assert(cause("rowTracking", after) == Cause.Property("delta.enableRowTracking", "true"))
  }

  test("a property whose name only starts like this: constraints have names of their own") {
    val after =
      table(Map("delta.constraints.positive" -> "c > 0"), schema("long"), "checkConstraints")
    assert(cause("checkConstraints", after).text.contains("delta.constraints.positive"))
  }

  test("a default of the session, for a table that is new") {
    val conf = "spark.databricks.delta.properties.defaults.enableRowTracking"
    val after = table(Map("delta.enableRowTracking" -> "true"), schema("long"), "rowTracking")
    val defaults = Map(conf -> "true")
    assert(cause("rowTracking", after, None, defaults) == Cause.SessionDefault(conf, "true"))
    assert(cause("rowTracking", after, Some(before), defaults).kind == "property")
  }

  test("a column's type") {
    val after = table(Map.empty, schema("timestamp_ntz"), "timestampNtz")
    assert(cause("timestampNtz", after).kind == "schema")
  }

  test("another feature that needs it") {
    val after = table(
      Map("delta.enableRowTracking" -> "true"),
      schema("long"),
      "rowTracking",
      "domainMetadata"
    )
    assert(cause("domainMetadata", after) == Cause.Dependency("rowTracking"))
  }

  test("the history of a feature that goes") {
    val boundary = Map("delta.requireCheckpointProtectionBeforeVersion" -> "4")
    val after = table(boundary, schema("long"), "checkpointProtection")
    val from = table(Map.empty, schema("long"), "deletionVectors")
    val found = cause("checkpointProtection", after, Some(from))
    assert(found == Cause.KeptHistory(Seq("deletionVectors")))
    assert(found.advice.contains("TRUNCATE HISTORY"))
    assert(cause("checkpointProtection", after).kind == "property")
  }

  test("a default of every new table") {
    assert(cause("appendOnly", table(Map.empty, schema("long"), "appendOnly"), None) ==
      Cause.NewTable)
  }

  test("else the statement itself") {
    assert(cause("vacuumProtocolCheck", table(Map.empty, schema("long"), "vacuumProtocolCheck")) ==
      Cause.Explicit)
  }
}
