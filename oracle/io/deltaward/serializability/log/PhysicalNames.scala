package io.deltaward.serializability.log

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

/** Reads the names that columns have in data files (PROTOCOL.md, "Column Mapping"). */
object PhysicalNames {

  /** Returns the names in the order of the schema. */
  def list(metadata: JsonNode): Seq[String] = fields(metadata).map(physical)

  def byName(metadata: JsonNode): Map[String, String] =
    fields(metadata).map(field => field.get("name").asText -> physical(field)).toMap

  /** Returns the names of a struct column's fields. Returns none if there is no such column. */
  def mapUnder(metadata: JsonNode, column: String): Map[String, String] =
    fields(metadata)
      .filter(_.get("name").asText == column)
      .flatMap(_.path("type").path("fields").elements.asScala)
      .map(field => field.get("name").asText -> physical(field))
      .toMap

  private def fields(metadata: JsonNode): Seq[JsonNode] =
    Json.read(metadata.path("schemaString").asText).path("fields").elements.asScala.toSeq

  private def physical(field: JsonNode): String =
    Json.field(field.path("metadata"), "delta.columnMapping.physicalName")
      .getOrElse(field.get("name"))
      .asText
}
