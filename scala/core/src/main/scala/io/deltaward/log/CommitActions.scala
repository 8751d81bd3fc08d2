package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * What this project needs of one commit.
 *
 * @param clustering the clustering columns that it sets, as paths of physical names
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
 * The `commitInfo` action (PROTOCOL.md, Commit Provenance Information). Everything in it is optional.
 *
 * @param inCommitTimestamp   milliseconds since the epoch
 * @param operationParameters values that are no strings keep their JSON text
 */
final case class CommitInfo(
    operation: Option[String],
    engine: Option[String],
    user: Option[String],
    operationParameters: Map[String, String],
    inCommitTimestamp: Option[Long]
)
