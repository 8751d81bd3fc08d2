package io.deltaward.serializability.log

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import org.apache.hadoop.fs.Path

import org.apache.spark.sql.delta.deltaward.StoredDeletionVector

/** A deletion vector descriptor, as a file action carries it (PROTOCOL.md, "Deletion Vector Descriptor Schema"). */
final case class LoggedVector(node: JsonNode) {

  def cardinality: Long = node.get("cardinality").asLong

  private def storageType: String = node.get("storageType").asText
  private def pathOrInline: String = node.get("pathOrInlineDv").asText
  private def offset: Option[Int] = Option(node.get("offset")).map(_.asInt)

  /** The unique id by which log replay tells one version of a file from another. */
  def id: String = s"$storageType$pathOrInline${offset.fold("")(o => s"@$o")}"

  /** The indices of the deleted rows, ascending. */
  def rows(table: Path): Try[Seq[Long]] = Try(
    StoredDeletionVector.read(
      table,
      storageType,
      pathOrInline,
      offset,
      node.get("sizeInBytes").asInt,
      cardinality
    )
  )
}
