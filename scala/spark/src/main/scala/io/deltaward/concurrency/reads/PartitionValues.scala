package io.deltaward.concurrency.reads

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Cast, Literal}
import org.apache.spark.sql.delta.DeltaColumnMapping
import org.apache.spark.sql.delta.actions.{FileAction, Metadata}
import org.apache.spark.sql.types.{BinaryType, DataType, StringType, TimestampType}

/**
 * Partition values by what they mean. One value can be written in several texts: PROTOCOL.md has two forms of a timestamp,
 * and engines write numbers in their own ways.
 */
final class PartitionValues(metadata: Metadata, timeZone: String) {

  private val types: Map[String, DataType] = metadata.partitionSchema.fields
    .map(field => DeltaColumnMapping.getPhysicalName(field) -> field.dataType)
    .toMap

  /**
   * By column: its value, or its text where that is no value of the column's type. Equal for files of one partition. A
   * column without a value may be left out in the log, as Delta does in a `remove`.
   */
  def of(file: FileAction): Map[String, Any] = {
    val texts = Option(file.partitionValues).getOrElse(Map.empty)
    (types.keySet ++ texts.keySet).map { column =>
      val text = texts.getOrElse(column, null)
      column -> types.get(column).flatMap(value(text, _)).getOrElse(text)
    }.toMap
  }

  /** Whether it is in another partition for a session in another time zone. */
  def dependOnZone(file: FileAction): Boolean =
    Option(file.partitionValues).exists(_.exists { case (column, text) =>
      types.get(column).contains(TimestampType) &&
      value(text, TimestampType, "UTC") != value(text, TimestampType, "UTC-12:00")
    })

  /** None where the text is no value of the type, or one of which Delta and its protocol say different things. */
  def value(text: String, dataType: DataType): Option[Literal] = value(text, dataType, timeZone)

  private def value(text: String, dataType: DataType, zone: String): Option[Literal] =
    if (text == null) Some(Literal(null, dataType))
    else if (text.isEmpty)
      Option.when(dataType != StringType && dataType != BinaryType)(Literal(null, dataType))
    else
      Try(Cast(Literal(text), dataType, Some(zone), ansiEnabled = false).eval()).toOption
        .filter(_ != null)
        .map(Literal(_, dataType))
}
