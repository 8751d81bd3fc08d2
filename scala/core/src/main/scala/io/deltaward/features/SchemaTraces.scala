package io.deltaward.features

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/**
 * What a schema string (PROTOCOL.md, Schema Serialization Format) says about features, at any depth.
 *
 * @param types         names of the primitive types in it, without parameters: `timestamp_ntz`, `decimal`
 * @param declaredTypes those of them that are not hidden in a user-defined type
 * @param columns       what [[TableShape]] calls the type of each top-level column; one with a CHAR is `char`, too
 * @param nested        what is below those columns: `array:date` for an array of dates, at any depth
 * @param metadataKeys  keys of the metadata of all fields
 * @param columnKeys    those of the top-level columns
 * @param hasFields     whether there is any field at all
 * @param renamed       whether some physical name differs from its logical name
 * @param keptNames     whether some physical name is one that a column had before it was mapped
 * @param needsMapping  whether some name has a character that files of Parquet do not allow
 * @param constrained   whether some column, or field of a struct, is NOT NULL or has an invariant
 * @param generated     the expressions of generated columns
 * @param invariants    the expressions of invariants
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
    needsMapping: Boolean,
    constrained: Boolean,
    generated: Set[String],
    invariants: Set[String]
)

object SchemaTraces {
  private val mapper = new ObjectMapper()

  /** How Delta's writers begin the physical name of a column that never had another. */
  private val MadeUp = "col-"
  private val PhysicalName = "delta.columnMapping.physicalName"
  private val Invariant = "delta.invariants"
  private val Bounded = raw"\b(var)?char(?=\()".r
  private val Decimal = """decimal\((\d{1,4}),.*""".r

  /** `None` for text that is no schema. */
  def of(schemaJson: String): Option[SchemaTraces] =
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
          renamed = fields.exists(f => physical(f).exists(_ != f.path("name").asText)),
          keptNames = fields.exists(f => physical(f).exists(!_.startsWith(MadeUp))),
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

  private def text(field: JsonNode, key: String): Option[String] =
    Option(field.path("metadata").path(key)).filter(_.isTextual).map(_.asText)

  /** Of an invariant, which is JSON (PROTOCOL.md, Column Invariants); any other text as it is. */
  private def inner(invariant: String): String =
    Try(mapper.readTree(invariant).path("expression").path("expression")).toOption
      .filter(_.isTextual).fold(invariant)(_.asText)

  /**
   * The node and every type below it; field metadata is not a type and is left out.
   *
   * @param into what to go into besides the fields of structs
   */
  private def descend(node: JsonNode, into: Seq[String]): Iterator[JsonNode] = {
    val below = fieldsOf(node).map(_.path("type")) ++ into.map(node.path)
    Iterator.single(node) ++ below.filterNot(_.isMissingNode).flatMap(descend(_, into))
  }

  /** Each type in a struct, an array or a map, and in what. */
  private def below(node: JsonNode): Seq[String] =
    (fieldsOf(node).map(_.path("type")) ++ throughUserTypes.map(node.path))
      .filterNot(_.isMissingNode)
      .flatMap(inner => signName(inner).map(s"${node.path("type").asText}:" + _) ++ below(inner))

  /** Of a primitive type or any other. */
  private def signName(node: JsonNode): Option[String] =
    if (isLongDecimal(node)) Some(TableShape.LongDecimal)
    else typeNames(node).orElse(Option(node.path("type")).filter(_.isTextual).map(_.asText))

  /** Spark keeps texts of bounded length as strings, and says of the whole column what they are. */
  private def bounded(column: JsonNode): Set[String] =
    text(column, "__CHAR_VARCHAR_TYPE_STRING").toSet.flatMap(Bounded.findAllIn(_: String))

  private def isLongDecimal(node: JsonNode): Boolean = node.asText match {
    case Decimal(digits) => digits.toInt > TableShape.ShortDecimal
    case _ => false
  }

  private def typeNames(node: JsonNode): Option[String] =
    Option.when(node.isTextual)(node.asText.takeWhile(c => c != '(' && c != ' '))
}
