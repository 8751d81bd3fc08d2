package io.deltaward.concurrency.changes

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.types._

/**
 * The range of a column's values, as a file states it.
 *
 * @param least     lower bound: no value is below it
 * @param greatest  upper bound: no value is above it
 * @param hasNulls  whether a null may occur
 * @param hasValues whether a value other than null may occur
 */
final case class ColumnRange(
    least: Option[Literal],
    greatest: Option[Literal],
    hasNulls: Boolean,
    hasValues: Boolean
) {

  /** Returns the value that every row has, if the bounds allow only one. */
  def constant: Option[Literal] =
    if (hasNulls || !hasValues) None else least.filter(greatest.contains)
}

object ColumnRange {

  val unknown: ColumnRange = ColumnRange(None, None, hasNulls = true, hasValues = true)

  def fromPartitionValue(partitionValue: Literal): ColumnRange =
    if (partitionValue.value == null) ColumnRange(None, None, hasNulls = true, hasValues = false)
    else ColumnRange(Some(partitionValue), Some(partitionValue), hasNulls = false, hasValues = true)

  /**
   * Reads the lower bound from a file's statistics (PROTOCOL.md, "Per-file Statistics"). Returns `None` for types whose
   * bounds cannot be trusted. Some writers round decimals by way of a double, and some leave out NaN. Other types have
   * another order in Spark.
   */
  def least(node: JsonNode, dataType: DataType): Option[Literal] = dataType match {
    // With spark.sql.legacy.timeParserPolicy at LEGACY, a year before 1 loses its sign and seems later than it is.
    case DateType => None
    case _ => bound(node, dataType)
  }

  /** Reads the upper bound from a file's statistics. Returns `None` for the same types as [[least]], except dates. */
  def greatest(node: JsonNode, dataType: DataType): Option[Literal] = dataType match {
    // Writers cut a long text and end it with this character. The result is above all UTF-8 text, but not above other bytes.
    case StringType if node.asText.endsWith(LastCharacter) => None
    case _ => bound(node, dataType)
  }

  private def bound(node: JsonNode, dataType: DataType): Option[Literal] = Try {
    dataType match {
      case ByteType | ShortType | IntegerType | LongType if node.isIntegralNumber =>
        Some(integral(node.longValue, dataType))
      case DateType if node.isTextual => Some(Literal(java.time.LocalDate.parse(node.textValue)))
      // JSON replaces bytes that are not UTF-8 with the character `Replacement`.
      case text: StringType
          if node.isTextual && text == StringType && !node.textValue.contains(Replacement) =>
        Some(Literal(node.textValue))
      case _ => None
    }
  }.toOption.flatten

  private val LastCharacter = Character.toString(Character.MAX_CODE_POINT)

  private val Replacement = "\uFFFD"

  private def integral(value: Long, dataType: DataType): Literal = dataType match {
    case ByteType => Literal(value.toByte)
    case ShortType => Literal(value.toShort)
    case IntegerType => Literal(value.toInt)
    case _ => Literal(value)
  }
}
