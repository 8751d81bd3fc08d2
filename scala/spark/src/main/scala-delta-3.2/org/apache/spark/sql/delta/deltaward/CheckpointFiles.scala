package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{Checkpoints, DeltaLog, LastCheckpointInfo, Snapshot}

/** Writes the files of a checkpoint, in Delta 3.2. */
object CheckpointFiles {

  def write(
      spark: SparkSession,
      log: DeltaLog,
      snapshot: Snapshot,
      @unused table: Option[CatalogTable]
  ): LastCheckpointInfo = {
    snapshot.ensureCommitFilesBackfilled()
    Checkpoints.writeCheckpoint(spark, log, snapshot)
  }
}
