package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.Snapshot
import org.apache.spark.sql.delta.clustering.ClusteringMetadataDomain

import io.deltaward.features.ClusteringColumns

/** Detects a clustering that Delta can read only with column mapping, since the log has its columns' physical names. */
private[deltaward] object PhysicalClustering {

  /** Returns the clustering columns as [[ClusteringColumns.byPhysicalNames]] does. */
  def columns(snapshot: Snapshot): Seq[String] = {
    val physical =
      ClusteringMetadataDomain.fromSnapshot(snapshot).toSeq.flatMap(_.clusteringColumns)
    ClusteringColumns.byPhysicalNames(snapshot.metadata.schemaString, physical)
  }
}
