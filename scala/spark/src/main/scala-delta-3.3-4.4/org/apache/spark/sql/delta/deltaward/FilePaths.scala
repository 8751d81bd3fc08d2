package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.actions.FileAction

/** Finds the files of a table, in Delta 3.3 and later. */
object FilePaths {

  def absolute(file: FileAction, log: DeltaLog): Path = file.absolutePath(log)
}
