package org.apache.spark.sql.delta.deltaward

import java.io.IOException

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.delta.{CurrentTransactionInfo, Snapshot}
import org.apache.spark.sql.delta.actions.{Action, AddCDCFile, AddFile}

import io.deltaward.concurrency.changes.FileChanges

/**
 * Whether the log that a snapshot was read from is still the same. A table can be removed and another one made in its
 * place, whose log has files of the same names. To be asked after all else that is read by the snapshot.
 */
object KeptLog {

  /** @throws IOException a file that the snapshot was read from is gone, or was written anew */
  def requireAll(snapshot: Snapshot): Unit = require(snapshot, newestFirst(snapshot))

  /**
   * For a transaction that is to commit after all. Of the log it asks for the newest file alone: another table has each
   * version written anew. A copy that is put back can have the times of what was read, but has nothing of what the transaction
   * has written. That is two requests.
   *
   * @throws IOException one of them is gone, or was written anew
   */
  def requireFor(info: CurrentTransactionInfo): Unit = {
    require(info.readSnapshot, newestFirst(info.readSnapshot).take(1))
    written(info.actions, info.readSnapshot).foreach(statusOf(info.readSnapshot, _))
  }

  /** One of the files that a transaction has written. */
  private def written(actions: Seq[Action], snapshot: Snapshot): Option[Path] = {
    val added = FileChanges.of(actions).added
    actions.collectFirst {
      case file: AddFile if added.contains(file.path) => file.absolutePath(snapshot)
      case file: AddFile if Option(file.deletionVector).exists(_.isOnDisk) =>
        file.deletionVector.absolutePath(snapshot.deltaLog.dataPath)
      case file: AddCDCFile => file.absolutePath(snapshot)
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

  /** Some stores have milliseconds in a listing, and none for a file by itself. */
  private def isSameTime(one: Long, other: Long): Boolean = one == other ||
    (one / 1000 == other / 1000 && (one % 1000 == 0 || other % 1000 == 0))
}
