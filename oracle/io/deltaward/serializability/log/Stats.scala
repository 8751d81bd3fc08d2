package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.JsonNode

/** Statistics of a file, by the names of columns in the file (PROTOCOL.md, "Per-file Statistics"). */
final case class Stats(node: JsonNode) {
  def numRecords: Option[Long] = Json.field(node, "numRecords").map(_.asLong)

  /** Absent means true. */
  def tightBounds: Boolean = Json.field(node, "tightBounds").forall(_.asBoolean)

  def min(column: String): Option[JsonNode] = Json.field(node.path("minValues"), column)
  def max(column: String): Option[JsonNode] = Json.field(node.path("maxValues"), column)

  /** Returns the null count of a column. A struct has none, but each of its fields has one. */
  def nullCount(column: String): Option[Long] =
    Json.field(node.path("nullCount"), column).filter(_.isNumber).map(_.asLong)
}
