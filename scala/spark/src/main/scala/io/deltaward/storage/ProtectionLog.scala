package io.deltaward.storage

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.checkpoints.{CheckpointProblem, FoundCheckpoint, RetainedLog}
import io.deltaward.log._

/**
 * The log of a table, as checks of checkpoint protection need it. Listing it costs one request. Everything else is read at
 * its first use, since most cleanups have nothing to delete.
 */
final class ProtectionLog private (directory: LogDirectory, log: TableLog) {

  /** Returns every file directly in `_delta_log`. */
  def entries: Seq[LogEntry] = directory.entries

  /** Returns the size of all files in `_delta_log` in bytes, sidecars included. */
  def bytes: Either[LogProblem, Long] =
    directory.sidecars.map(sidecars => (entries ++ sidecars.values).map(_.size).sum)

  /** Reads the newest version. */
  def newest: Either[LogProblem, TableState] = log.state(AsOf.Latest)

  /** Reads every commit that the log still holds. */
  lazy val history: Either[LogProblem, TableHistory] = log.history

  /** The checkpoints by version, damaged ones included. */
  lazy val checkpoints: Seq[FoundCheckpoint] = FoundCheckpoint.findIn(entries)

  /** Opens a checkpoint. Returns its problem, if it cannot be used. */
  def problem(checkpoint: FoundCheckpoint): Option[CheckpointProblem] =
    directory.problem(checkpoint)

  /** Opens the checkpoints of a version. If none of them can be used, returns what is wrong with the first. */
  def damage(version: Long): Option[CheckpointProblem] = {
    val problems = checkpoints.filter(_.version == version).to(LazyList).map(problem)
    if (problems.forall(_.isDefined)) problems.headOption.flatten else None
  }

  /**
   * Returns the part of the log that can be replayed.
   *
   * @param intact versions with a checkpoint that can be used
   */
  def retained(history: TableHistory, intact: Set[Long]): RetainedLog =
    RetainedLog.fromListing(directory.listing, history, intact)
}

object ProtectionLog {

  /** Lists the log of a table. It never throws: every failure is a [[io.deltaward.log.LogProblem]]. */
  def open(tablePath: Path, hadoopConf: Configuration): Either[LogProblem, ProtectionLog] =
    for {
      directory <- LogDirectory.list(tablePath, hadoopConf)
      log <- TableLog(directory.listing, directory).toRight(LogProblem.EmptyLog(tablePath.toString))
    } yield new ProtectionLog(directory, log)
}
