package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.util.FileNames

import io.deltaward.errors.CommitRefusedException

/**
 * The log of a table that a transaction is about to create. CONVERT TO DELTA and CLONE create its directories before the
 * rules run. If the rules refuse, the empty directories are removed again.
 */
final private[deltaward] class NewLog(log: DeltaLog) {

  private val path = log.logPath
  private val fs = path.getFileSystem(log.newDeltaHadoopConf())
  private val isNew = Try(!fs.exists(path)).getOrElse(false)

  def orNothing[A](body: => A): A =
    try body
    catch {
      case refused: CommitRefusedException =>
        if (isNew) Seq(FileNames.commitDirPath(path), path).foreach(removeEmpty)
        throw refused
    }

  /** Removes a directory if it is empty. Errors are ignored, since the refusal matters more. */
  private def removeEmpty(directory: Path): Unit =
    Try(if (fs.exists(directory) && fs.listStatus(directory).isEmpty)
      fs.delete(directory, false)): Unit
}
