package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.util.FileNames

import io.deltaward.errors.CommitRefusedException

/**
 * The log of a table that a transaction is about to make. CONVERT TO DELTA and CLONE make its directories before the rules
 * are asked; where they refuse, the empty ones go again.
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

  /** The refusal is what counts. */
  private def removeEmpty(directory: Path): Unit =
    Try(if (fs.exists(directory) && fs.listStatus(directory).isEmpty)
      fs.delete(directory, false)): Unit
}
