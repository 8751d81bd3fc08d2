package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * The part of a table's state that one file gives, or several files replayed over each other.
 *
 * @param clustering the clustering columns, as paths of physical names; `None` if the files say nothing about them
 */
final case class LogContents(
    protocol: Option[Protocol] = None,
    metadata: Option[TableMetadata] = None,
    inCommitTimestamp: Option[Long] = None,
    statistics: Option[ChecksumStatistics] = None,
    clustering: Option[Seq[Seq[String]]] = None
) {

  /** Checks whether protocol and metadata are known. */
  def hasBoth: Boolean = protocol.isDefined && metadata.isDefined

  /**
   * Checks whether protocol and metadata are known, and the clustering columns if the protocol supports clustering.
   * Earlier files then have nothing to add.
   */
  def isComplete: Boolean =
    hasBoth && (clustering.isDefined || !protocol.exists(_.supportedFeatures("clustering")))

  /** Marks these contents as a whole state: if they have no clustering columns, the table has none. */
  def ofWholeState: LogContents =
    if (hasBoth) copy(clustering = clustering.orElse(Some(Nil))) else this

  /**
   * Replays these contents over `earlier`. A later action replaces an earlier one of its kind (PROTOCOL.md, Action
   * Reconciliation).
   */
  def mergeOnto(earlier: LogContents): LogContents = LogContents(
    protocol.orElse(earlier.protocol),
    metadata.orElse(earlier.metadata),
    inCommitTimestamp.orElse(earlier.inCommitTimestamp),
    statistics.orElse(earlier.statistics),
    clustering.orElse(earlier.clustering)
  )

  /** Returns the contents without the values that are true of a single version only. */
  def lasting: LogContents = LogContents(protocol, metadata, clustering = clustering)
}
