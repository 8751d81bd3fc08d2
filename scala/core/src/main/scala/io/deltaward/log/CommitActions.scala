package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * The actions of one commit that this project needs.
 *
 * @param clustering the clustering columns that the commit sets, as paths of physical names
 */
final case class CommitActions(
    protocol: Option[Protocol],
    metadata: Option[TableMetadata],
    info: Option[CommitInfo],
    clustering: Option[Seq[Seq[String]]] = None
) {
  def contents: LogContents =
    LogContents(protocol, metadata, info.flatMap(_.inCommitTimestamp), clustering = clustering)
}

/**
 * The `commitInfo` action (PROTOCOL.md, Commit Provenance Information). Every field is optional.
 *
 * @param operationParameters parameters by name; values other than strings keep their JSON text
 * @param inCommitTimestamp   milliseconds since the epoch
 */
final case class CommitInfo(
    operation: Option[String],
    engine: Option[String],
    user: Option[String],
    operationParameters: Map[String, String],
    inCommitTimestamp: Option[Long]
)
