package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.actions.FileAction
import org.apache.spark.sql.delta.util.DeltaFileOperations

/** Finds the files of a table, in Delta 3.2. */
object FilePaths {

  def absolute(file: FileAction, log: DeltaLog): Path =
    DeltaFileOperations.absolutePath(log.dataPath.toString, file.path)
}
