package io.deltaward.rules

import io.deltaward.features.TableStates
import io.deltaward.protocol.{Boundary, Protocol}

/** What the rules see of a table at one point. */
final case class TableSide(
    protocol: Protocol,
    properties: Map[String, String],
    schemaJson: String = ""
) {

  lazy val table: TableStates = TableStates(protocol, properties, schemaJson)

  def supported: Set[String] = protocol.supportedFeatures

  /** How far the values of identity columns have come is in the schema, and changes with the rows. */
  def differsInRowsAlone(other: TableSide): Boolean =
    protocol == other.protocol && properties == other.properties &&
      TableSide.withoutHighWaterMarks(schemaJson) ==
      TableSide.withoutHighWaterMarks(other.schemaJson)

  def statedBoundary: Option[String] = Boundary.stated(protocol, properties)

  def boundary: Option[Long] = Boundary.of(protocol, properties)
}

object TableSide {
  private val mark = "\"delta\\.identity\\.highWaterMark\":-?\\d+"
  private val HighWaterMark = s",$mark|$mark,?".r

  private def withoutHighWaterMarks(schemaJson: String): String =
    HighWaterMark.replaceAllIn(schemaJson, "")
}
