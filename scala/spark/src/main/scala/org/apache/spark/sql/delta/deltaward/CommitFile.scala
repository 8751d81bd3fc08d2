package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.util.FileNames

/** Names the file of a commit, for summaries of which only the version is used. The file has no time. */
private[deltaward] object CommitFile {

  def of(log: DeltaLog, version: Long): FileStatus = {
    val file = new FileStatus
    file.setPath(FileNames.unsafeDeltaFile(log.logPath, version))
    file
  }
}
