package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{Snapshot, WinningCommitSummary}
import org.apache.spark.sql.delta.actions.{Action, DomainMetadata, Metadata, Protocol}
import org.apache.spark.sql.delta.clustering.ClusteringMetadataDomain

import io.deltaward.features.ClusteringColumns
import io.deltaward.log.ClusteringDomain

/**
 * A table as a commit finds it: as the transaction read it, or as the last winning commit left it.
 *
 * @param version    version of the table; -1 if it does not exist
 * @param clustering paths of the physical names of the clustering columns; evaluated lazily, since a snapshot can have to
 *                   read files for them
 */
final private[deltaward] case class TableBefore(
    version: Long,
    protocol: Protocol,
    metadata: Metadata,
    clustering: () => Seq[Seq[String]]
) {

  /** Returns the table as a winning commit left it. Returns this table if commits between the two were not seen. */
  def advance(winner: WinningCommitSummary): TableBefore =
    if (winner.commitVersion != version + 1) this
    else
      TableBefore(
        winner.commitVersion,
        winner.protocol.getOrElse(protocol),
        winner.metadataUpdates.lastOption.getOrElse(metadata),
        winner.actions
          .collectFirst { case TableBefore.Clustering(columns) => () => columns }
          .getOrElse(clustering)
      )

  /** Returns the clustering columns as [[ClusteringColumns.byPhysicalNames]] does. */
  def clusteringByPhysicalNames: Seq[String] =
    ClusteringColumns.byPhysicalNames(metadata.schemaString, clustering())
}

private[deltaward] object TableBefore {

  def fromSnapshot(snapshot: Snapshot): TableBefore = TableBefore(
    snapshot.version,
    snapshot.protocol,
    snapshot.metadata,
    () => ClusteringMetadataDomain.fromSnapshot(snapshot).toSeq.flatMap(_.clusteringColumns)
  )

  private object Clustering {
    def unapply(action: Action): Option[Seq[Seq[String]]] = action match {
      case domain: DomainMetadata =>
        ClusteringDomain.columns(domain.domain, domain.configuration, domain.removed)
      case _ => None
    }
  }
}
