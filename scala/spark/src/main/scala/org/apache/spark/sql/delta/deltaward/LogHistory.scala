package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.util.FileNames

import io.deltaward.checkpoints.Protection
import io.deltaward.errors.Errors
import io.deltaward.storage.ProtectionLog

/** Answers what the rules ask about the older versions of a log. */
object LogHistory {

  /**
   * Returns version 0 if its commit is in the log, else the oldest checkpoint from which all later commits are there. Returns
   * 0, which protects most, if there is no such checkpoint.
   */
  def earliestReadableVersion(log: DeltaLog): Long =
    log.listFrom(0).map(_.getPath).collectFirst {
      case path if FileNames.isDeltaFile(path) => FileNames.deltaVersion(path)
    } match {
      case Some(first) if first > 0 => log.findEarliestReliableCheckpoint.getOrElse(0L)
      case _ => 0L
    }

  /**
   * Returns the highest boundary of `checkpointProtection` that a commit in the log has set, or 0. Reads every commit.
   *
   * @param table its name, for the error
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_TABLE_NOT_READABLE`
   */
  def reachedBoundary(log: DeltaLog, table: String): Long =
    ProtectionLog.open(log.dataPath, log.newDeltaHadoopConf()).flatMap(_.history) match {
      case Right(history) => Protection.fromHistory(history).fold(0L)(_.reached)
      case Left(problem) => throw Errors.notReadable(problem, table)
    }
}
