package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.commands.ReorgTableHelper
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/**
 * Reads the footers of files in tasks, as Delta does, but with the settings that the task carries. Delta's own tasks need
 * the session, which executors in separate processes do not have.
 */
private[deltaward] trait FootersInTasks extends ReorgTableHelper {

  override protected def filterParquetFilesOnExecutors(
      spark: SparkSession,
      files: Seq[AddFile],
      snapshot: ReorgSnapshot.Type,
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
