package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.SnapshotDescriptor
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.commands.{
  DeltaPurgeOperation,
  DeltaRewriteTypeWideningOperation,
  ReorgTableHelper
}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/**
 * Reads the footers of files in tasks, as Delta does, with the settings that a task carries. Delta's own tasks ask for the
 * session, which executors lack when they are processes of their own.
 */
private[deltaward] trait FootersInTasks extends ReorgTableHelper {

  override protected def filterParquetFilesOnExecutors(
      spark: SparkSession,
      files: Seq[AddFile],
      snapshot: SnapshotDescriptor,
      ignoreCorruptFiles: Boolean
  )(filterFileFn: StructType => Boolean): Seq[AddFile] = {
    import org.apache.spark.sql.delta.implicits._
    val configuration = new SerializableConfiguration(snapshot.deltaLog.newDeltaHadoopConf())
    val dataPath = snapshot.deltaLog.dataPath
    files.toDF(spark).as[AddFile].mapPartitions { part =>
      filterParquetFiles(
        SQLConf.get,
        part.toSeq,
        dataPath,
        configuration.value,
        ignoreCorruptFiles
      )(filterFileFn).iterator
    }.collect().toSeq
  }
}

/** Finds the files that Delta rewrites for their deletion vectors or dropped columns. */
final private[deltaward] class FilesToPurge extends DeltaPurgeOperation with FootersInTasks

/** Finds the files that Delta rewrites for columns that have been widened since. */
final private[deltaward] class FilesToWiden extends DeltaRewriteTypeWideningOperation
    with FootersInTasks
