package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{Checkpoints, DeltaLog, LastCheckpointInfo, Snapshot}

/** Writes the files of a checkpoint, in Delta 3.3 and 4.0. */
object CheckpointFiles {

  def write(
      spark: SparkSession,
      log: DeltaLog,
      snapshot: Snapshot,
      table: Option[CatalogTable]
  ): LastCheckpointInfo = {
    snapshot.ensureCommitFilesBackfilled(table)
    Checkpoints.writeCheckpoint(spark, log, snapshot)
  }
}
