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
 * @param keptNames    whether some physical name is one that a column had before it was mapped
 */
final case class SchemaTraces(
    types: Set[String],
    metadataKeys: Set[String],
    hasFields: Boolean,
    renamed: Boolean,
    keptNames: Boolean
)

object SchemaTraces {
  private val mapper = new ObjectMapper()

  /** How Delta's writers begin the physical name of a column that never had another. */
  private val MadeUp = "col-"
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
          renamed = fields.exists(f => physical(f).exists(_ != f.path("name").asText)),
          keptNames = fields.exists(f => physical(f).exists(!_.startsWith(MadeUp)))
        )
      }

  private def physical(field: JsonNode): Option[String] =
    Option(field.path("metadata").path(PhysicalName)).filter(_.isTextual).map(_.asText)

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
