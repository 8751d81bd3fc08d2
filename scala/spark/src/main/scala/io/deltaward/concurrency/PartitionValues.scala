package io.deltaward.concurrency

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Cast, Literal}
import org.apache.spark.sql.delta.DeltaColumnMapping
import org.apache.spark.sql.delta.actions.{FileAction, Metadata}
import org.apache.spark.sql.types.DataType

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

  /** None where the text is no value of the type. */
  def value(text: String, dataType: DataType): Option[Literal] =
    if (text == null || text.isEmpty) Some(Literal(null, dataType))
    else
      Try(Cast(Literal(text), dataType, Some(timeZone), ansiEnabled = false).eval()).toOption
        .filter(_ != null)
        .map(Literal(_, dataType))
}
