package io.deltaward.log

import io.deltaward.protocol.Protocol

/** What one file, or several replayed over each other, tell about the state of a table. */
final case class LogContents(
    protocol: Option[Protocol] = None,
    metadata: Option[TableMetadata] = None,
    inCommitTimestamp: Option[Long] = None,
    statistics: Option[ChecksumStatistics] = None
) {

  /** A later action replaces an earlier one of the same kind (PROTOCOL.md, Action Reconciliation). */
  def over(earlier: LogContents): LogContents = LogContents(
    protocol.orElse(earlier.protocol),
    metadata.orElse(earlier.metadata),
    inCommitTimestamp.orElse(earlier.inCommitTimestamp),
    statistics.orElse(earlier.statistics)
  )

  /** Without what is true of a single version only. */
  def lasting: LogContents = LogContents(protocol, metadata)
}

/** What this project needs of one commit. */
final case class CommitActions(
    protocol: Option[Protocol],
    metadata: Option[TableMetadata],
    info: Option[CommitInfo]
) {
  def contents: LogContents = LogContents(protocol, metadata, info.flatMap(_.inCommitTimestamp))
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
