package io.deltaward.log

import java.util.Locale

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{DeserializationFeature, JsonNode}
import com.fasterxml.jackson.databind.json.JsonMapper

/**
 * Finds defects that make the metadata of a table unusable for readers (PROTOCOL.md, Schema Serialization Format,
 * Column Mapping).
 */
object MetadataDefects {

  private val mapper =
    JsonMapper.builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build()

  /** Returns the defects in words, each complete by itself; empty if there are none. */
  def findIn(metadata: TableMetadata): Seq[String] =
    metadata.missing.map(field => s"metaData has no $field") ++
      (metadata.schemaString match {
        case None => Seq("metaData has no schemaString")
        case Some(text) =>
          Try(mapper.readTree(text)).toOption match {
            case Some(root) if root.path("type").asText == "struct" =>
              struct(root, "") match {
                case Nil => partitions(metadata, root) ++ mapping(metadata, root)
                case defects => defects
              }
            case _ => Seq("metaData.schemaString is not a schema")
          }
      })

  private def struct(node: JsonNode, path: String): Seq[String] = {
    val fields = node.path("fields")
    if (!fields.isArray) Seq(s"the schema has no list of fields$path")
    else {
      val all = fields.elements.asScala.toSeq
      val names = all.map(_.path("name").asText.toLowerCase(Locale.ROOT))
      names.diff(names.distinct).distinct.map(name =>
        s"the schema has several columns $name$path"
      ) ++
        all.flatMap(field(_, path))
    }
  }

  private def field(node: JsonNode, path: String): Seq[String] = {
    val name = node.path("name")
    val here = s" in column ${name.asText}$path"
    val metadata = node.path("metadata")
    if (!name.isTextual) Seq(s"the schema has a column without a name$path")
    else if (!node.path("nullable").isBoolean)
      Seq(s"the schema does not say whether it may be null$here")
    else if (!metadata.isObject) Seq(s"the schema has no metadata, or of another type,$here")
    else kind(node.path("type"), here)
  }

  private def kind(node: JsonNode, here: String): Seq[String] =
    if (node.isTextual)
      Option.unless(isPrimitive(node.asText))(
        s"the schema has the type ${node.asText}, which the specification does not$here"
      ).toSeq
    else
      node.path("type").asText match {
        case "struct" => struct(node, here)
        case "array" =>
          flag(node, "containsNull", here) ++ kind(node.path("elementType"), here)
        case "map" =>
          flag(node, "valueContainsNull", here) ++ kind(node.path("keyType"), here) ++
            kind(node.path("valueType"), here)
        case "udt" => kind(node.path("sqlType"), here)
        case _ => Seq(s"the schema has no type$here")
      }

  private def flag(node: JsonNode, name: String, here: String): Seq[String] =
    Option.unless(node.path(name).isBoolean)(s"the schema has no $name$here").toSeq

  private val primitives = Set(
    "string",
    "long",
    "integer",
    "short",
    "byte",
    "float",
    "double",
    "boolean",
    "binary",
    "date",
    "timestamp",
    "timestamp_ntz",
    "variant",
    "void",
    "null",
    "file",
    "calendarinterval"
  )

  private val withParameters =
    """decimal(?:\(\s*\d+\s*,\s*-?\d+\s*\))?|string collate \w+|interval [a-z ]+|geometry(?:\(.*\))?|geography(?:\(.*\))?"""

  private def isPrimitive(name: String): Boolean =
    primitives(name) || name.matches(withParameters)

  private def partitions(metadata: TableMetadata, schema: JsonNode): Seq[String] = {
    val columns = metadata.partitionColumns
    val names = schema.path("fields").elements.asScala.map(_.path("name").asText).toSet
    columns.filterNot(names).map(name => s"the partition column $name is not in the schema") ++
      columns.diff(columns.distinct).map(name => s"the partition column $name comes twice")
  }

  private val Id = "delta.columnMapping.id"
  private val Name = "delta.columnMapping.physicalName"

  private def mapping(metadata: TableMetadata, schema: JsonNode): Seq[String] =
    metadata.configuration
      .getOrElse("delta.columnMapping.mode", "none")
      .toLowerCase(Locale.ROOT) match {
      case "none" => Nil
      case "id" | "name" =>
        val siblings = structs(schema).map(_.map(_.path("metadata"))).toSeq
        val ids = siblings.flatten.map(_.path(Id)).filter(_.isIntegralNumber).map(_.asLong)
        val names = siblings.map(_.map(_.path(Name)).filter(_.isTextual).map(_.asText))
        Seq(
          Option.when(ids.sizeIs < siblings.flatten.size)(s"a column has no $Id"),
          Option.when(names.flatten.sizeIs < siblings.flatten.size)(s"a column has no $Name"),
          Option.when(ids.distinct.sizeIs < ids.size)(s"two columns have one $Id"),
          Option.when(names.exists(of => of.distinct.sizeIs < of.size))(
            s"two columns have one $Name"
          )
        ).flatten
      case other => Seq(s"delta.columnMapping.mode is $other")
    }

  /** Returns the fields of this struct and of every struct below it, one sequence for each. */
  private def structs(node: JsonNode): Iterator[Seq[JsonNode]] = {
    val fields = node.path("fields").elements.asScala.toSeq
    val below = fields.map(_.path("type")) ++
      Seq("elementType", "keyType", "valueType").map(node.path)
    Iterator(fields) ++ below.iterator.filter(_.isObject).flatMap(structs)
  }
}
