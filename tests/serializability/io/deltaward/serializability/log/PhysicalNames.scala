package io.deltaward.serializability.log

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.JsonNode

/** What data files call the columns (PROTOCOL.md, "Column Mapping"). */
object PhysicalNames {

  /** In the order of the schema. */
  def of(metadata: JsonNode): Seq[String] =
    Json.read(metadata.path("schemaString").asText).path("fields").elements.asScala.toSeq.map { f =>
      Json.field(f.path("metadata"), "delta.columnMapping.physicalName")
        .getOrElse(f.get("name"))
        .asText
    }
}
