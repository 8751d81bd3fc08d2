package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}

/** Opens versions of a table. Delta 3.2 does so without the catalog. */
object TableSnapshots {

  def newest(log: DeltaLog, @unused table: Option[CatalogTable]): Snapshot = log.update()

  def at(log: DeltaLog, version: Long, @unused table: Option[CatalogTable]): Snapshot =
    log.getSnapshotAt(version)
}
