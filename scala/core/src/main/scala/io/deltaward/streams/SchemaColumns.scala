package io.deltaward.streams

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.deltaward.features.TableDescriptor

/**
 * A column, or a field of a struct at any depth.
 *
 * @param dataType the type in the schema, without the fields of structs
 * @param physical the name in the files; `None` if column mapping gives it none
 * @param isFilled whether Delta fills it if a row has no value: it has a default, or is a generated or an identity
 *                 column
 * @param isOwn    whether the only value that a row may give it is the one that Delta generates
 */
final private[streams] case class SchemaColumn(
    dataType: String,
    isNullable: Boolean,
    physical: Option[String] = None,
    isFilled: Boolean = false,
    isOwn: Boolean = false
) {

  /** Checks whether the column may hold values that it could not hold before. */
  def mayHoldMoreThan(before: SchemaColumn): Boolean =
    dataType != before.dataType || (!before.isNullable && isNullable)

  /** Checks whether Spark can write the column's earlier values into it: numbers, times and text by a cast. */
  def acceptsValuesOf(before: SchemaColumn): Boolean =
    (before.isOwn || !isOwn) && (dataType == before.dataType || isCastOf(before))

  private def isCastOf(before: SchemaColumn): Boolean = (isNumber && before.isNumber) ||
    (isTime && before.isTime) ||
    (dataType == "string" && !SchemaColumn.notCastToString(before.dataType))

  private def isNumber: Boolean =
    SchemaColumn.numbers(dataType) || dataType.startsWith("decimal")

  private def isTime: Boolean = dataType == "date" || dataType.startsWith("timestamp")

  /** Checks whether a row must give the column a value. */
  def isRequired: Boolean = !isNullable && !isFilled
}

private[streams] object SchemaColumn {

  private val numbers = Set("byte", "short", "integer", "long", "float", "double")
  private val notCastToString = Set("struct", "array", "map", "variant", "binary")
}

/**
 * The columns of a table by path: `s`, `s.a`, `m.valueType.b`.
 *
 * @param isMapped whether column mapping is on
 */
final private[streams] case class SchemaColumns(
    isMapped: Boolean,
    columns: Map[String, SchemaColumn]
)

private[streams] object SchemaColumns {
  private val mapper = new ObjectMapper()
  private val collections = Seq("elementType", "keyType", "valueType")
  private val nullability = Seq("containsNull", "valueContainsNull")

  /** Returns the columns, or none if the schema cannot be parsed. */
  def fromTable(table: TableDescriptor): SchemaColumns = SchemaColumns(
    table.properties.get("delta.columnMapping.mode").exists(!_.equalsIgnoreCase("none")),
    Try(mapper.readTree(table.schemaJson)).toOption.filter(_ != null).toSeq
      .flatMap(below(_, "")).toMap
  )

  /** Returns the fields in a type. The schema writes a simple type as text, and a type with types inside as an object. */
  private def below(node: JsonNode, path: String): Seq[(String, SchemaColumn)] = {
    val fields = node.path("fields").elements.asScala.toSeq.flatMap { field =>
      val name = path + field.path("name").asText
      (name -> column(field)) +: below(field.path("type"), s"$name.")
    }
    fields ++ collections.flatMap { inner =>
      Option(node.path(inner)).filterNot(_.isMissingNode).toSeq.flatMap { part =>
        val nullable = nullability.forall(node.path(_).asBoolean(true))
        (s"$path$inner" -> SchemaColumn(kind(part), nullable)) +:
          below(part, s"$path$inner.")
      }
    }
  }

  private def column(field: JsonNode): SchemaColumn = {
    val metadata = field.path("metadata")
    val explicit = metadata.path("delta.identity.allowExplicitInsert")
    val isOwn = metadata.has("delta.generationExpression") ||
      (!explicit.isMissingNode && !explicit.asBoolean)
    SchemaColumn(
      kind(field.path("type")),
      field.path("nullable").asBoolean(true),
      Option(metadata.path("delta.columnMapping.physicalName")).filter(_.isTextual).map(_.asText),
      isFilled = isOwn || !explicit.isMissingNode || metadata.has("CURRENT_DEFAULT"),
      isOwn
    )
  }

  private def kind(node: JsonNode): String =
    if (node.isTextual) node.asText else node.path("type").asText
}
