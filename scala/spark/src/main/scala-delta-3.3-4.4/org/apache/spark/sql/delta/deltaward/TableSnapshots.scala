package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}

/** Opens versions of a table. Since 3.3, Delta may ask the catalog for commits. */
object TableSnapshots {

  def newest(log: DeltaLog, table: Option[CatalogTable]): Snapshot =
    log.update(catalogTableOpt = table)

  def at(log: DeltaLog, version: Long, table: Option[CatalogTable]): Snapshot =
    log.getSnapshotAt(version, catalogTableOpt = table)
}
