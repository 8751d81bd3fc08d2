package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{DeltaColumnMapping, Snapshot}
import org.apache.spark.sql.delta.clustering.ClusteringMetadataDomain

import io.deltaward.names.Identifier

/** Detects a clustering that Delta can read only with column mapping, since the log has its columns' physical names. */
private[deltaward] object PhysicalClustering {

  /**
   * Returns the clustering columns by their names in the schema, quoted for SQL. Returns none if the physical names are the
   * same, as on a table that was created without column mapping.
   */
  def columns(snapshot: Snapshot): Seq[String] = {
    val physical =
      ClusteringMetadataDomain.fromSnapshot(snapshot).toSeq.flatMap(_.clusteringColumns)
    val names = DeltaColumnMapping.getPhysicalNameToLogicalNameMap(snapshot.schema)
    val logical = physical.map(column => names.getOrElse(column, column))
    if (logical == physical) Nil else logical.map(_.map(Identifier.quoted).mkString("."))
  }
}
