package org.apache.spark.sql.delta.deltaward

import java.io.IOException

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.delta.Snapshot

/**
 * Whether the log that a snapshot was read from is still the same. A table can be removed and another one made in its
 * place, whose log has files of the same names. To be asked after all else that is read by the snapshot.
 */
object KeptLog {

  /** @throws IOException a file that the snapshot was read from is gone, or was written anew */
  def requireAll(snapshot: Snapshot): Unit = require(snapshot, newestFirst(snapshot))

  /**
   * Of the newest file alone, which costs one request: another table has each version written anew.
   *
   * @throws IOException it is gone, or was written anew
   */
  def requireNewest(snapshot: Snapshot): Unit = require(snapshot, newestFirst(snapshot).take(1))

  private def newestFirst(snapshot: Snapshot): Seq[FileStatus] = {
    val segment = snapshot.logSegment
    segment.deltas.reverse ++ segment.checkpointProvider.topLevelFiles
  }

  private def require(snapshot: Snapshot, read: Seq[FileStatus]): Unit = {
    val log = snapshot.deltaLog
    val files = log.logPath.getFileSystem(log.newDeltaHadoopConf())
    read.foreach { before =>
      val now = files.getFileStatus(before.getPath)
      if (
        now.getLen != before.getLen ||
        !isSameTime(now.getModificationTime, before.getModificationTime)
      )
        throw new IOException(s"${before.getPath} was written anew")
    }
  }

  /** Some stores have milliseconds in a listing, and none for a file by itself. */
  private def isSameTime(one: Long, other: Long): Boolean = one == other ||
    (one / 1000 == other / 1000 && (one % 1000 == 0 || other % 1000 == 0))
}
