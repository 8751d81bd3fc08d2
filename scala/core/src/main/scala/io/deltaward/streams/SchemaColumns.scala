package io.deltaward.streams

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.deltaward.features.TableDescriptor

/**
 * A column, or a field of a struct at any depth.
 *
 * @param dataType as the schema has it, without the fields of structs
 * @param physical the name in the files; `None` where column mapping gives it none
 */
private[streams] final case class SchemaColumn(
    dataType: String,
    isNullable: Boolean,
    physical: Option[String]
) {

  /** Checks whether the other one holds values that this one does not. */
  def isNarrowerThan(other: SchemaColumn): Boolean =
    dataType != other.dataType || !isNullable && other.isNullable
}

/**
 * The columns of a table by their path: `s`, `s.a`, `m.valueType.b`.
 *
 * @param isMapped whether column mapping is on
 */
private[streams] final case class SchemaColumns(
    isMapped: Boolean,
    columns: Map[String, SchemaColumn]
)

private[streams] object SchemaColumns {
  private val mapper = new ObjectMapper()
  private val collections = Seq("elementType", "keyType", "valueType")
  private val nullability = Seq("containsNull", "valueContainsNull")

  /** No column of a schema that cannot be read. */
  def of(table: TableDescriptor): SchemaColumns = SchemaColumns(
    table.properties.get("delta.columnMapping.mode").exists(!_.equalsIgnoreCase("none")),
    Try(mapper.readTree(table.schemaJson)).toOption.filter(_ != null).toSeq
      .flatMap(below(_, "")).toMap
  )

  /** The fields in a type, which the schema writes as text, or as an object if it has types within. */
  private def below(node: JsonNode, path: String): Seq[(String, SchemaColumn)] = {
    val fields = node.path("fields").elements.asScala.toSeq.flatMap { field =>
      val name = path + field.path("name").asText
      (name -> column(field)) +: below(field.path("type"), s"$name.")
    }
    fields ++ collections.flatMap { inner =>
      Option(node.path(inner)).filterNot(_.isMissingNode).toSeq.flatMap { part =>
        val nullable = nullability.forall(node.path(_).asBoolean(true))
        (s"$path$inner" -> SchemaColumn(kind(part), nullable, None)) +:
          below(part, s"$path$inner.")
      }
    }
  }

  private def column(field: JsonNode): SchemaColumn = SchemaColumn(
    kind(field.path("type")),
    field.path("nullable").asBoolean(true),
    Option(field.path("metadata").path("delta.columnMapping.physicalName")).filter(_.isTextual)
      .map(_.asText)
  )

  private def kind(node: JsonNode): String =
    if (node.isTextual) node.asText else node.path("type").asText
}
