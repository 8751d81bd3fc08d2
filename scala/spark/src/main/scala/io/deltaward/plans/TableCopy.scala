package io.deltaward.plans

import scala.util.Try

import org.apache.spark.sql.types._

import io.deltaward.drops.Fix
import io.deltaward.names.Identifier
import io.deltaward.tables.TableAtVersion

/** A copy of a table, without the features that cannot be dropped from it. */
object TableCopy {

  /** `None` where a column's type brings one of them back, and no cast of the column helps. */
  def statement(at: TableAtVersion, features: Seq[String]): Option[String] =
    Try(DataType.fromJson(at.state.metadata.schemaString.getOrElse(""))).toOption.collect {
      case schema: StructType => schema.fields.toSeq.map(column(_, features))
    }.filter(_.forall(_.isDefined)).map { columns =>
      Fix.Copy.sql(at.location.quoted, columns.flatten)
    }

  private def column(field: StructField, features: Seq[String]): Option[String] = {
    val name = Identifier.quoted(field.name)
    field.dataType match {
      case TimestampNTZType if features.contains("timestampNtz") =>
        Some(s"CAST($name AS TIMESTAMP) AS $name")
      case VariantType if features.exists(_.startsWith("variantType")) =>
        Some(s"to_json($name) AS $name")
      case kind =>
        Option.unless(features.exists(feature => within(kind, needs(feature))))(name)
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
    case "variantType" | "variantType-preview" => _ == VariantType
    case "collations" | "collations-preview" => {
      case text: StringType => text != StringType
      case _ => false
    }
    case "geospatial" | "geospatial-dev" => kind =>
        kind.typeName.startsWith("geometry") || kind.typeName.startsWith("geography")
    case _ => _ => false
  }
}
