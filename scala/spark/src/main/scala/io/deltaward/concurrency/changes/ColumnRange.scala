package io.deltaward.concurrency.changes

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.types._

/**
 * What a file says of a column's values.
 *
 * @param least    no value is below it
 * @param greatest no value is above it
 * @param hasNulls whether a null may be there
 * @param hasValues whether anything else may be there
 */
final case class ColumnRange(
    least: Option[Literal],
    greatest: Option[Literal],
    hasNulls: Boolean,
    hasValues: Boolean
) {

  /** The one value that every row has, where the bounds leave no other. */
  def constant: Option[Literal] =
    if (hasNulls || !hasValues) None else least.filter(greatest.contains)
}

object ColumnRange {

  val unknown: ColumnRange = ColumnRange(None, None, hasNulls = true, hasValues = true)

  def of(partitionValue: Literal): ColumnRange =
    if (partitionValue.value == null) ColumnRange(None, None, hasNulls = true, hasValues = false)
    else ColumnRange(Some(partitionValue), Some(partitionValue), hasNulls = false, hasValues = true)

  /**
   * The lower bound as the statistics of a file write it (PROTOCOL.md, "Per-file Statistics"). None for types whose bounds are
   * rounded (some writers write decimals by way of a double), ordered in another way than Spark compares, or leave out
   * values, as some writers leave out NaN.
   */
  def least(node: JsonNode, dataType: DataType): Option[Literal] = dataType match {
    // A year before 1 loses its sign where spark.sql.legacy.timeParserPolicy is LEGACY, and so seems later than it is.
    case DateType => None
    case _ => bound(node, dataType)
  }

  /** The upper bound, with the same exceptions. */
  def greatest(node: JsonNode, dataType: DataType): Option[Literal] = dataType match {
    // A long text is cut, and this put in the place of its end: it is above all that is UTF-8, and not above other bytes.
    case StringType if node.asText.endsWith(LastCharacter) => None
    case _ => bound(node, dataType)
  }

  private def bound(node: JsonNode, dataType: DataType): Option[Literal] = Try {
    dataType match {
      case ByteType | ShortType | IntegerType | LongType if node.isIntegralNumber =>
        Some(integral(node.longValue, dataType))
      case DateType if node.isTextual => Some(Literal(java.time.LocalDate.parse(node.textValue)))
      // Bytes that are no UTF-8 are replaced by that character in JSON.
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
