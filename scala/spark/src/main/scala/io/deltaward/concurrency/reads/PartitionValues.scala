package io.deltaward.concurrency.reads

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Cast, Literal}
import org.apache.spark.sql.delta.DeltaColumnMapping
import org.apache.spark.sql.delta.actions.{FileAction, Metadata}
import org.apache.spark.sql.types.{BinaryType, DataType, StringType, TimestampType}

/**
 * Reads partition values by their meaning. One value can have several texts: PROTOCOL.md has two forms of a timestamp, and
 * engines write numbers in different ways.
 */
final class PartitionValues(metadata: Metadata, timeZone: String) {

  private val types: Map[String, DataType] = metadata.partitionSchema.fields
    .map(field => DeltaColumnMapping.getPhysicalName(field) -> field.dataType)
    .toMap

  /**
   * Returns the file's partition values by column. A string that does not parse as the column's type is returned as it is.
   * The result is equal for all files of one partition. The log may leave out a column without a value, as Delta does in a `remove`.
   */
  def parse(file: FileAction): Map[String, Any] = {
    val texts = Option(file.partitionValues).getOrElse(Map.empty)
    (types.keySet ++ texts.keySet).map { column =>
      val text = texts.getOrElse(column, null)
      column -> types.get(column).flatMap(value(text, _)).getOrElse(text)
    }.toMap
  }

  /** Checks whether the file would be in another partition for a session in another time zone. */
  def dependOnZone(file: FileAction): Boolean =
    Option(file.partitionValues).exists(_.exists { case (column, text) =>
      types.get(column).contains(TimestampType) &&
      value(text, TimestampType, "UTC") != value(text, TimestampType, "UTC-12:00")
    })

  /**
   * Parses a partition value. Returns `None` if the text is no value of the type, or if Delta and PROTOCOL.md read it
   * differently.
   */
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
