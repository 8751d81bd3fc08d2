package io.deltaward.drops.plans

import scala.util.Try

import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.types._

import io.deltaward.drops.Fix
import io.deltaward.features.{SchemaTraces, TableDescriptor}
import io.deltaward.guard.RuleSettings
import io.deltaward.protocol.Protocol
import io.deltaward.spark.Variants
import io.deltaward.tables.{TableAtVersion, TableName, TableResolver}
import io.deltaward.text.{Identifier, Literal}
import org.apache.spark.sql.delta.deltaward.SettableProperties

/** Builds the statement that copies a table without the features that cannot be dropped from it. */
final class TableCopy(session: SparkSession) {

  /**
   * Returns the statement. Returns `None` in four cases. A column's type brings one of the features back, and no cast of the
   * column helps. A name needs column mapping, which the copy lacks. Delta cannot read the table. A default of the session
   * gives every new table a feature.
   */
  def statement(at: TableAtVersion, features: Seq[String]): Option[String] =
    for {
      traces <- SchemaTraces.parse(at.table.schemaJson)
      if !traces.needsMapping
      schema <- Try(DataType.fromJson(at.table.schemaJson)).toOption.collect {
        case schema: StructType => schema
      }
      columns = schema.fields.toSeq.map(column(_, features))
      if columns.forall(_.isDefined) && isReadable(at, columns.flatten)
      if !defaults.keys.exists(key => forced.exists(key.startsWith))
    } yield {
      val metadata = at.state.metadata
      val (kept, others) = metadata.configuration.partition { case (key, value) =>
        isKept(key, value)
      }
      Fix.Copy.sql(
        at.location.quoted,
        Fix.Copy.names(at.location.quoted).filterNot(isTaken).next(),
        columns.flatten,
        metadata.partitionColumns,
        kept ++ turnedOff,
        lost(at, schema, others, features)
      )
    }

  private def isReadable(at: TableAtVersion, columns: Seq[String]): Boolean =
    Try(session.sql(s"SELECT ${columns.mkString(", ")} FROM ${at.location.quoted}")).isSuccess

  /** Checks whether a name is taken. A name that cannot be checked counts as free. */
  private def isTaken(table: String): Boolean =
    Try {
      val parts = TableName.Parts(session.sessionState.sqlParser.parseMultipartIdentifier(table))
      val location = new TableResolver(session).resolve(parts)
      location.name.isDefined ||
      location.location.getFileSystem(
        session.sessionState.newHadoopConf()
      ).exists(location.location)
    }.getOrElse(false)

  /** Returns the properties that the session gives to new tables. */
  private def defaults: Map[String, String] =
    RuleSettings.defaults(session.sessionState.conf)
      .map { case (key, value) => s"delta.${key.split('.').drop(Defaults).mkString(".")}" -> value }

  /** Prefixes of session defaults that a statement cannot undo. */
  private val forced = Seq("delta.feature.", "delta.minReaderVersion", "delta.minWriterVersion")

  /** Returns properties that turn off what the session's defaults would turn on in the copy. */
  private def turnedOff: Map[String, String] =
    defaults.toSeq
      .filter { case (key, value) =>
        TableDescriptor(plain, Map(key -> value)).problems.nonEmpty
      }
      .collect {
        case (key @ "delta.columnMapping.mode", _) => key -> "none"
        case (key @ "delta.checkpointPolicy", _) => key -> "classic"
        case (key, _) if key.startsWith("delta.enable") => key -> "false"
      }
      .toMap

  /** The number of name parts in `spark.databricks.delta.properties.defaults`. */
  private val Defaults = 5

  /**
   * Checks whether the copy keeps a property. It drops properties that turn a feature on, and those that Delta writes for
   * itself or rejects.
   */
  private def isKept(key: String, value: String): Boolean =
    !noted.exists(key.startsWith) && !key.startsWith("delta.universalFormat.") &&
      TableDescriptor(plain, Map(key -> value)).problems.isEmpty &&
      SettableProperties.contain(key, value)

  /**
   * A protocol with feature lists. With a legacy version, a table can have a property without the feature that it turns on.
   */
  private val plain = Protocol(1, 7, None, Some(Set("appendOnly", "invariants")))

  private val noted = Seq(
    "delta.columnMapping.maxColumnId",
    "delta.constraints.",
    "delta.feature.",
    "delta.inCommitTimestamp",
    "delta.minReaderVersion",
    "delta.minWriterVersion",
    "delta.requireCheckpointProtection",
    "delta.rowTracking."
  )

  private def lost(
      at: TableAtVersion,
      schema: StructType,
      properties: Map[String, String],
      features: Seq[String]
  ): Seq[String] = {
    val constraints = properties.keys.toSeq.sorted.collect {
      case key if key.startsWith("delta.constraints.") =>
        s"constraint ${Identifier.quoted(key.stripPrefix("delta.constraints."))}"
    }
    def having(what: String)(found: StructField => Boolean): Option[String] =
      Option.when(schema.exists(found))(what)
    val computed = schema.filterNot(field => column(field, features).contains(nameOf(field)))
    val turnedOff = properties.keys.toSeq.sorted.filterNot(key => noted.exists(key.startsWith))
    Seq("its history") ++ at.state.metadata.description.map(_ => "its comment") ++ constraints ++
      turnedOff ++
      Option.when(at.state.protocol.supportedFeatures("clustering"))("clustering") ++
      Option.when(hasNotNull(schema))("NOT NULL") ++
      having("column defaults")(_.metadata.contains(Default)) ++
      having("generated columns")(_.metadata.contains("delta.generationExpression")) ++
      having("identity columns")(_.metadata.contains("delta.identity.start")) ++
      Option.when(features.contains("timestampNtz") &&
        schema.exists(_.dataType == TimestampNTZType))(
        "times without a zone, which become those of the session's zone"
      ) ++
      Option.when(changesVariants(features) && schema.exists(field => Variants.is(field.dataType)))(
        "variants, which become text"
      ) ++
      computed.filter(_.getComment().isDefined).map(field => s"the comment of ${nameOf(field)}") ++
      computed.filter(_.metadata.contains(BoundedText)).map(field =>
        s"the length of ${nameOf(field)}"
      )
  }

  /** The metadata key with which Spark marks a CHAR or VARCHAR. */
  private val BoundedText = "__CHAR_VARCHAR_TYPE_STRING"
  private val Default = "CURRENT_DEFAULT"

  /** Checks for NOT NULL at any depth. */
  private def hasNotNull(kind: DataType): Boolean = kind match {
    case StructType(fields) => fields.exists(field => !field.nullable || hasNotNull(field.dataType))
    case ArrayType(element, _) => hasNotNull(element)
    case MapType(key, value, _) => hasNotNull(key) || hasNotNull(value)
    case _ => false
  }

  private def nameOf(field: StructField): String = Identifier.delimited(field.name)

  /** Returns a type as Spark writes it, except for TIMESTAMP, whose meaning depends on the session. */
  private def textOf(kind: DataType): String = kind match {
    case TimestampType => "TIMESTAMP_LTZ"
    case ArrayType(element, _) => s"ARRAY<${textOf(element)}>"
    case MapType(key, value, _) => s"MAP<${textOf(key)}, ${textOf(value)}>"
    case StructType(fields) => fields.map { field =>
        val comment = field.getComment().fold("")(text => s" COMMENT ${Literal.quote(text)}")
        s"${nameOf(field)}: ${textOf(field.dataType)}$comment"
      }.mkString("STRUCT<", ", ", ">")
    case other => other.sql
  }

  private def changesVariants(features: Seq[String]): Boolean =
    features.exists(_.startsWith("variantType"))

  private def column(field: StructField, features: Seq[String]): Option[String] = {
    val name = nameOf(field)
    field.dataType match {
      case TimestampNTZType if features.contains("timestampNtz") =>
        Some(s"CAST($name AS TIMESTAMP_LTZ) AS $name")
      case variant if Variants.is(variant) && changesVariants(features) =>
        Some(s"to_json($name) AS $name")
      case kind =>
        Option.unless(features.exists(feature => within(kind, needs(feature)))) {
          // A plain column would keep its default, which needs a feature. An expression does not.
          if (field.metadata.contains(Default)) s"CAST($name AS ${textOf(kind)}) AS $name" else name
        }
    }
  }

  private def within(kind: DataType, needed: DataType => Boolean): Boolean =
    needed(kind) ||
      (kind match {
        case StructType(fields) => fields.exists(field => within(field.dataType, needed))
        case ArrayType(element, _) => within(element, needed)
        case MapType(key, value, _) => within(key, needed) || within(value, needed)
        case _ => false
      })

  private def needs(feature: String): DataType => Boolean = feature match {
    case "timestampNtz" => _ == TimestampNTZType
    case "variantType" | "variantType-preview" => Variants.is
    case "collations" | "collations-preview" => {
      case text: StringType => text != StringType
      case _ => false
    }
    case "geospatial" | "geospatial-dev" => kind =>
        kind.typeName.startsWith("geometry") || kind.typeName.startsWith("geography")
    case _ => _ => false
  }
}
