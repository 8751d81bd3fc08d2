package io.deltaward.serializability.log

import com.fasterxml.jackson.databind.JsonNode

/** An `add` or a `remove` of a log. */
final case class FileAction(node: JsonNode) {

  def path: String = node.get("path").asText
  def size: Long = node.path("size").asLong
  def dataChange: Boolean = node.get("dataChange").asBoolean

  def deletionVector: Option[LoggedVector] = field("deletionVector").map(LoggedVector(_))

  /** Identifies a file in log replay, by its path and its deletion vector, if any. */
  def key: (String, Option[String]) = (path, deletionVector.map(_.id))

  /** Returns the value of a partition column, if the file has one. */
  def partitionValue(column: String): Option[String] =
    Json.field(node.path("partitionValues"), column).map(_.asText)

  def baseRowId: Option[Long] = field("baseRowId").map(_.asLong)
  def defaultRowCommitVersion: Option[Long] = field("defaultRowCommitVersion").map(_.asLong)

  def stats: Option[Stats] = field("stats").map(text => Stats(Json.read(text.asText)))

  /** Rows in the file, deleted ones too. */
  def physicalRecords: Option[Long] = stats.flatMap(_.numRecords)

  /** Rows that a reader sees. */
  def liveRecords: Option[Long] =
    physicalRecords.map(_ - deletionVector.fold(0L)(_.cardinality))

  override def toString: String = s"$path${deletionVector.fold("")(dv => s" with ${dv.id}")}"

  private def field(name: String): Option[JsonNode] = Json.field(node, name)
}
