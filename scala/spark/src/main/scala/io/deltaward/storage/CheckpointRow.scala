package io.deltaward.storage

import org.apache.parquet.example.data.Group

import io.deltaward.log.{ClusteringDomain, LogContents, TableMetadata}
import io.deltaward.protocol.Protocol

/** Reads protocol, metadata or clustering from one row of a Parquet checkpoint (PROTOCOL.md, Checkpoint Schema). */
private[storage] object CheckpointRow {

  def contents(row: Group): LogContents = LogContents(
    group(row, "protocol").map(protocol),
    group(row, "metaData").map(metadata),
    clustering = group(row, "domainMetadata").flatMap(clustering)
  )

  private def protocol(action: Group): Protocol = Protocol(
    action.getInteger("minReaderVersion", 0),
    action.getInteger("minWriterVersion", 0),
    group(action, "readerFeatures").map(list(_).toSet),
    group(action, "writerFeatures").map(list(_).toSet)
  )

  private def metadata(action: Group): TableMetadata = TableMetadata(
    action.getString("id", 0),
    text(action, "name"),
    text(action, "schemaString"),
    group(action, "partitionColumns").toSeq.flatMap(list),
    group(action, "configuration").fold(Map.empty[String, String])(map),
    group(action, "configuration").toSeq.flatMap(nulls).map(TableMetadata.valueOf),
    text(action, "description")
  )

  private def clustering(action: Group): Option[Seq[Seq[String]]] = ClusteringDomain.columns(
    text(action, "domain").getOrElse(""),
    text(action, "configuration").getOrElse(""),
    has(action, "removed") && action.getBoolean("removed", 0)
  )

  private def has(parent: Group, field: String): Boolean =
    parent.getType.containsField(field) && parent.getFieldRepetitionCount(field) > 0

  private def group(parent: Group, field: String): Option[Group] =
    Option.when(has(parent, field))(parent.getGroup(field, 0))

  private def text(parent: Group, field: String): Option[String] =
    Option.when(has(parent, field))(parent.getString(field, 0))

  /**
   * Reads a list, which has one repeated field. In files of old writers that field is the element itself (Parquet's rules
   * for lists).
   */
  private def list(parent: Group): Seq[String] = {
    val isElement = parent.getType.getType(0).isPrimitive
    (0 until parent.getFieldRepetitionCount(0)).map { i =>
      if (isElement) parent.getString(0, i) else parent.getGroup(0, i).getString(0, 0)
    }
  }

  private def entries(map: Group): Seq[(String, Option[String])] =
    (0 until map.getFieldRepetitionCount(0)).map(map.getGroup(0, _)).map { entry =>
      entry.getString(0, 0) ->
        Option.when(entry.getFieldRepetitionCount(1) > 0)(entry.getString(1, 0))
    }

  private def map(parent: Group): Map[String, String] =
    entries(parent).collect { case (key, Some(value)) => key -> value }.toMap

  private def nulls(parent: Group): Seq[String] =
    entries(parent).collect { case (key, None) => key }
}
