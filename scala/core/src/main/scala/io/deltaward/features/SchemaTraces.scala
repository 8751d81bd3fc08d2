package io.deltaward.features

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/**
 * What a schema string (PROTOCOL.md, Schema Serialization Format) says about features, at any depth.
 *
 * @param types        names of the primitive types in it, without parameters: `timestamp_ntz`, `decimal`
 * @param metadataKeys keys of the metadata of all fields
 * @param hasFields    whether there is any field at all
 * @param renamed      whether some physical name differs from its logical name
 */
final case class SchemaTraces(
    types: Set[String],
    metadataKeys: Set[String],
    hasFields: Boolean,
    renamed: Boolean
)

object SchemaTraces {
  private val mapper = new ObjectMapper()
  private val PhysicalName = "delta.columnMapping.physicalName"

  /** `None` for text that is no schema. */
  def of(schemaJson: String): Option[SchemaTraces] =
    Try(mapper.readTree(schemaJson)).toOption
      .filter(root => root != null && root.path("type").asText == "struct" && root.has("fields"))
      .map { root =>
        val nodes = descend(root).toSeq
        val fields = nodes.flatMap(_.path("fields").elements.asScala)
        SchemaTraces(
          types = nodes.flatMap(typeNames).toSet,
          metadataKeys = fields.flatMap(_.path("metadata").fieldNames.asScala).toSet,
          hasFields = fields.nonEmpty,
          renamed = fields.exists { field =>
            val physical = field.path("metadata").path(PhysicalName)
            physical.isTextual && physical.asText != field.path("name").asText
          }
        )
      }

  /** The node and every type below it; field metadata is not a type and is left out. */
  private def descend(node: JsonNode): Iterator[JsonNode] = {
    val below =
      node.path("fields").elements.asScala.map(_.path("type")) ++
        Seq("elementType", "keyType", "valueType", "sqlType").iterator.map(node.path)
    Iterator.single(node) ++ below.filterNot(_.isMissingNode).flatMap(descend)
  }

  private def typeNames(node: JsonNode): Option[String] =
    Option.when(node.isTextual)(node.asText.takeWhile(c => c != '(' && c != ' '))
}
