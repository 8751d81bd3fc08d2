package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.util.FileNames

/** Creates a file status with the path of a commit and no time. Use it only where nobody reads the time. */
private[deltaward] object CommitFile {

  def of(log: DeltaLog, version: Long): FileStatus = {
    val file = new FileStatus
    file.setPath(FileNames.unsafeDeltaFile(log.logPath, version))
    file
  }
}
