package org.apache.spark.sql.delta.deltaward

import java.io.IOException

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.delta.{CurrentTransactionInfo, Snapshot}
import org.apache.spark.sql.delta.actions.{Action, AddCDCFile, AddFile}

import io.deltaward.concurrency.changes.FileChanges

/**
 * Checks that the log from which a snapshot was read is still the same. Another table can take the place of a removed one,
 * and its log has files of the same names. Call this after everything else that is read by the snapshot.
 */
object KeptLog {

  /**
   * Checks every log file that the snapshot was read from.
   *
   * @throws IOException a file is gone, or was rewritten
   */
  def requireAll(snapshot: Snapshot): Unit = require(snapshot, newestFirst(snapshot))

  /**
   * Checks the log for a transaction that is about to commit after all. This takes two requests. It only compares the newest
   * log file: in another table, each version is written anew. A copy that is put back can have the same times, but lacks
   * what the transaction has written. So it also looks at one such file.
   *
   * @throws IOException one of the two is gone, or was rewritten
   */
  def requireFor(info: CurrentTransactionInfo): Unit = {
    require(info.readSnapshot, newestFirst(info.readSnapshot).take(1))
    written(info.actions, info.readSnapshot).foreach(statusOf(info.readSnapshot, _))
  }

  /** Returns one of the files that a transaction has written. */
  private def written(actions: Seq[Action], snapshot: Snapshot): Option[Path] = {
    val added = FileChanges.fromActions(actions).added
    actions.collectFirst {
      case file: AddFile if added.contains(file.path) => FilePaths.absolute(file, snapshot.deltaLog)
      case file: AddFile if Option(file.deletionVector).exists(_.isOnDisk) =>
        file.deletionVector.absolutePath(snapshot.deltaLog.dataPath)
      case file: AddCDCFile => FilePaths.absolute(file, snapshot.deltaLog)
    }
  }

  private def newestFirst(snapshot: Snapshot): Seq[FileStatus] = {
    val segment = snapshot.logSegment
    segment.deltas.reverse ++ segment.checkpointProvider.topLevelFiles
  }

  private def require(snapshot: Snapshot, read: Seq[FileStatus]): Unit =
    read.foreach { before =>
      val now = statusOf(snapshot, before.getPath)
      if (
        now.getLen != before.getLen ||
        !isSameTime(now.getModificationTime, before.getModificationTime)
      )
        throw new IOException(s"${before.getPath} was written anew")
    }

  private def statusOf(snapshot: Snapshot, file: Path): FileStatus =
    file.getFileSystem(snapshot.deltaLog.newDeltaHadoopConf()).getFileStatus(file)

  /** Compares two modification times. Some stores have milliseconds in a listing, but not for a single file. */
  private def isSameTime(one: Long, other: Long): Boolean = one == other ||
    (one / 1000 == other / 1000 && (one % 1000 == 0 || other % 1000 == 0))
}
