package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{CheckpointPolicy, DeltaLog, Snapshot}
import org.apache.spark.sql.delta.commands.cdc.CDCReader
import org.apache.spark.sql.functions.{col, count, lit, sum, when}

import io.deltaward.features.Traces

/** Looks for the traces of features (rule P9) with Delta's own reader. */
object TraceScan {

  /** `None` where Delta cannot open that version of the table. */
  def of(spark: SparkSession, table: Path, version: Long): Option[Traces] = Try {
    val log = DeltaLog.forTable(spark, table)
    scan(log, log.getSnapshotAt(version))
  }.toOption

  private def scan(log: DeltaLog, snapshot: Snapshot): Traces = {
    val cardinality = col("deletionVector.cardinality")
    val counts = snapshot.allFiles.toDF()
      .agg(
        count(when(col("deletionVector").isNotNull, lit(1))),
        sum(cardinality),
        count(col("baseRowId"))
      )
      .head()
    Traces(
      deletionVectors = counts.getLong(0),
      deletedRecords = if (counts.isNullAt(1)) 0L else counts.getLong(1),
      rowIds = counts.getLong(2),
      changeData = hasChangeData(log),
      domains = snapshot.domainMetadata.map(_.domain).toSet,
      v2Checkpoint =
        snapshot.checkpointProvider.checkpointPolicyForLogging.contains(CheckpointPolicy.V2)
    )
  }

  private def hasChangeData(log: DeltaLog): Boolean = {
    val directory = new Path(log.dataPath, CDCReader.CDC_LOCATION)
    val fs = directory.getFileSystem(log.newDeltaHadoopConf())
    fs.exists(directory) && fs.listStatusIterator(directory).hasNext
  }
}
