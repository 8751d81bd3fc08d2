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
