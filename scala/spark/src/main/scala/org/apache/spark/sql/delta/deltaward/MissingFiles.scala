package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.Snapshot
import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.util.SerializableConfiguration

/** Looks in tasks for files that a table names but its file system does not have. */
private[deltaward] object MissingFiles {

  private val FilesPerTask = 200

  /** Returns the missing data files and the missing files of deletion vectors. */
  def among(spark: SparkSession, snapshot: Snapshot, files: Seq[AddFile]): Seq[String] = {
    val table = snapshot.path.getParent
    val vectors = files.map(_.deletionVector).filter(v => v != null && v.isOnDisk)
    val data = files.map(FilePaths.absolute(_, snapshot.deltaLog))
    val paths = (data ++ vectors.map(_.absolutePath(table))).map(_.toString).distinct
    val conf = new SerializableConfiguration(snapshot.deltaLog.newDeltaHadoopConf())
    val tasks = (paths.size + FilesPerTask - 1) / FilesPerTask
    if (paths.isEmpty) Nil
    else
      spark.sparkContext.parallelize(paths, tasks).filter { name =>
        val path = new Path(name)
        !path.getFileSystem(conf.value).exists(path)
      }.collect().toSeq
  }
}
