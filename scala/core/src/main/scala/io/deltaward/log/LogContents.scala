package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * What one file, or several replayed over each other, tell about the state of a table.
 *
 * @param clustering the clustering columns, as paths of physical names; `None` where nothing is said of them
 */
final case class LogContents(
    protocol: Option[Protocol] = None,
    metadata: Option[TableMetadata] = None,
    inCommitTimestamp: Option[Long] = None,
    statistics: Option[ChecksumStatistics] = None,
    clustering: Option[Seq[Seq[String]]] = None
) {

  /** Whether protocol and metadata are told. */
  def hasBoth: Boolean = protocol.isDefined && metadata.isDefined

  /** Whether earlier files have nothing to add: they are read for the clustering, too, where there can be one. */
  def isComplete: Boolean =
    hasBoth && (clustering.isDefined || !protocol.exists(_.supportedFeatures("clustering")))

  /** As all of a checkpoint: there is no clustering where it has none. */
  def ofWholeState: LogContents =
    if (hasBoth) copy(clustering = clustering.orElse(Some(Nil))) else this

  /** A later action replaces an earlier one of the same kind (PROTOCOL.md, Action Reconciliation). */
  def over(earlier: LogContents): LogContents = LogContents(
    protocol.orElse(earlier.protocol),
    metadata.orElse(earlier.metadata),
    inCommitTimestamp.orElse(earlier.inCommitTimestamp),
    statistics.orElse(earlier.statistics),
    clustering.orElse(earlier.clustering)
  )

  /** Without what is true of a single version only. */
  def lasting: LogContents = LogContents(protocol, metadata, clustering = clustering)
}
