package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.util.FileNames

/** Names the file of a commit where Delta reads only the version from it. */
private[deltaward] object CommitFile {

  def of(log: DeltaLog, version: Long): FileStatus = {
    val file = new FileStatus
    file.setPath(FileNames.unsafeDeltaFile(log.logPath, version))
    file
  }
}
