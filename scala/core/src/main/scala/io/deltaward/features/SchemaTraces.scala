package io.deltaward.features

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/**
 * The traces of features in a schema string (PROTOCOL.md, Schema Serialization Format), at any depth.
 *
 * @param types         names of the primitive types in the schema, without parameters: `timestamp_ntz`, `decimal`
 * @param declaredTypes names among `types` that occur outside user-defined types
 * @param columns       types of each top-level column as [[TableShape]] names them; a CHAR or VARCHAR column is also
 *                      `char` or `varchar`
 * @param nested        types inside the top-level columns, at any depth: `array:date` for an array of dates
 * @param metadataKeys  metadata keys of all fields
 * @param columnKeys    metadata keys of the top-level columns
 * @param hasFields     whether the schema has any field
 * @param renamed       whether any physical name differs from its logical name
 * @param keptNames     whether any physical name is one that the column had before it was mapped
 * @param afterRenamed  top-level columns that kept the name from before they were mapped, and come right after a column
 *                      whose physical name differs from its logical name
 * @param needsMapping  whether any name has a character that Parquet files do not allow
 * @param constrained   whether any column, or field of a struct, is NOT NULL or has an invariant
 * @param generated     expressions of generated columns
 * @param invariants    expressions of invariants
 */
final case class SchemaTraces(
    types: Set[String],
    declaredTypes: Set[String],
    columns: Map[String, Set[String]],
    nested: Set[String],
    metadataKeys: Set[String],
    columnKeys: Set[String],
    hasFields: Boolean,
    renamed: Boolean,
    keptNames: Boolean,
    afterRenamed: Set[String],
    needsMapping: Boolean,
    constrained: Boolean,
    generated: Set[String],
    invariants: Set[String]
)

object SchemaTraces {
  private val mapper = new ObjectMapper()

  /**
   * The prefix of the physical names that Delta's writers generate. A column from before the mapping keeps its name
   * instead.
   */
  private val MadeUp = "col-"
  private val PhysicalName = "delta.columnMapping.physicalName"
  private val Invariant = "delta.invariants"
  private val Bounded = raw"\b(var)?char(?=\()".r
  private val Decimal = """decimal\((\d{1,4}),.*""".r

  /** Reads the traces from a schema; `None` if the text is no schema. */
  def parse(schemaJson: String): Option[SchemaTraces] =
    Try(mapper.readTree(schemaJson)).toOption
      .filter(root => root != null && root.path("type").asText == "struct" && root.has("fields"))
      .map { root =>
        val nodes = descend(root, throughUserTypes).toSeq
        val fields = nodes.flatMap(fieldsOf)
        SchemaTraces(
          types = nodes.flatMap(typeNames).toSet,
          declaredTypes = descend(root, collections).flatMap(typeNames).toSet,
          columns = fieldsOf(root).map(f =>
            f.path("name").asText -> (signName(f.path("type")).toSet ++ bounded(f))
          ).toMap,
          nested = fieldsOf(root).map(_.path("type")).flatMap(below).toSet,
          metadataKeys = fields.flatMap(metadataKeys).toSet,
          columnKeys = fieldsOf(root).flatMap(metadataKeys).toSet,
          hasFields = fields.nonEmpty,
          renamed = fields.exists(isRenamed),
          keptNames = fields.exists(keepsName),
          afterRenamed = fieldsOf(root).zip(fieldsOf(root).drop(1)).collect {
            case (before, field) if isRenamed(before) && keepsName(field) =>
              field.path("name").asText
          }.toSet,
          needsMapping =
            fields.exists(_.path("name").asText.exists(c => " ,;{}()\n\t=".contains(c))),
          constrained = descend(root, Nil).flatMap(fieldsOf).exists(isConstrained),
          generated = fields.flatMap(text(_, "delta.generationExpression")).toSet,
          invariants = fields.flatMap(text(_, Invariant)).map(inner).toSet
        )
      }

  private val collections = Seq("elementType", "keyType", "valueType")
  private val throughUserTypes = collections :+ "sqlType"

  private def fieldsOf(node: JsonNode): Seq[JsonNode] = node.path("fields").elements.asScala.toSeq

  private def metadataKeys(field: JsonNode): Iterator[String] =
    field.path("metadata").fieldNames.asScala

  private def isConstrained(field: JsonNode): Boolean =
    !field.path("nullable").asBoolean(true) || field.path("metadata").has(Invariant)

  private def physical(field: JsonNode): Option[String] = text(field, PhysicalName)

  private def isRenamed(field: JsonNode): Boolean =
    physical(field).exists(_ != field.path("name").asText)

  private def keepsName(field: JsonNode): Boolean = physical(field).exists(!_.startsWith(MadeUp))

  private def text(field: JsonNode, key: String): Option[String] =
    Option(field.path("metadata").path(key)).filter(_.isTextual).map(_.asText)

  /**
   * Returns the expression of an invariant, which is JSON (PROTOCOL.md, Column Invariants). Returns any other text
   * unchanged.
   */
  private def inner(invariant: String): String =
    Try(mapper.readTree(invariant).path("expression").path("expression")).toOption
      .filter(_.isTextual).fold(invariant)(_.asText)

  /**
   * Returns the node and every type below it. Excludes field metadata, which is not a type.
   *
   * @param into members to descend into, besides the fields of structs
   */
  private def descend(node: JsonNode, into: Seq[String]): Iterator[JsonNode] = {
    val below = fieldsOf(node).map(_.path("type")) ++ into.map(node.path)
    Iterator.single(node) ++ below.filterNot(_.isMissingNode).flatMap(descend(_, into))
  }

  /** Returns each type inside a struct, an array or a map, prefixed by that container: `array:date`. */
  private def below(node: JsonNode): Seq[String] =
    (fieldsOf(node).map(_.path("type")) ++ throughUserTypes.map(node.path))
      .filterNot(_.isMissingNode)
      .flatMap(inner => signName(inner).map(s"${node.path("type").asText}:" + _) ++ below(inner))

  /** Returns the name of a type, primitive or not, as [[TableShape]] has it. */
  private def signName(node: JsonNode): Option[String] =
    if (isLongDecimal(node)) Some(TableShape.LongDecimal)
    else typeNames(node).orElse(Option(node.path("type")).filter(_.isTextual).map(_.asText))

  /**
   * Returns `char` and `varchar`, if the column holds such texts. Spark keeps them as strings, and notes their types in
   * the column's metadata.
   */
  private def bounded(column: JsonNode): Set[String] =
    text(column, "__CHAR_VARCHAR_TYPE_STRING").toSet.flatMap(Bounded.findAllIn(_: String))

  private def isLongDecimal(node: JsonNode): Boolean = node.asText match {
    case Decimal(digits) => digits.toInt > TableShape.ShortDecimal
    case _ => false
  }

  private def typeNames(node: JsonNode): Option[String] =
    Option.when(node.isTextual)(node.asText.takeWhile(c => c != '(' && c != ' '))
}
