package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{DeltaColumnMapping, Snapshot}
import org.apache.spark.sql.delta.clustering.ClusteringMetadataDomain

import io.deltaward.names.Identifier

/** Clustering that can be read with column mapping only: the log names the columns by their physical names. */
private[deltaward] object PhysicalClustering {

  /**
   * Returns the clustering columns by their names in the schema, quoted for SQL. Empty if the physical names are those names,
   * as on a table that was created without column mapping.
   */
  def columns(snapshot: Snapshot): Seq[String] = {
    val physical =
      ClusteringMetadataDomain.fromSnapshot(snapshot).toSeq.flatMap(_.clusteringColumns)
    val names = DeltaColumnMapping.getPhysicalNameToLogicalNameMap(snapshot.schema)
    val logical = physical.map(column => names.getOrElse(column, column))
    if (logical == physical) Nil else logical.map(_.map(Identifier.quoted).mkString("."))
  }
}
