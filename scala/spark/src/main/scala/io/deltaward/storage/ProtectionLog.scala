package io.deltaward.storage

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.checkpoints.{CheckpointProblem, FoundCheckpoint, RetainedLog}
import io.deltaward.log._

/**
 * A log as the checks of checkpoint protection need it. Listing it is one request; everything else is read at the
 * first use, since most cleanups have nothing to take.
 */
final class ProtectionLog private (directory: LogDirectory, log: TableLog) {

  /** Every file directly in `_delta_log`. */
  def entries: Seq[LogEntry] = directory.entries

  /** Bytes of all files in `_delta_log`, sidecars included. */
  def bytes: Either[LogProblem, Long] =
    directory.sidecars.map(sidecars => (entries ++ sidecars.values).map(_.size).sum)

  /** Reads the newest version. */
  def newest: Either[LogProblem, TableState] = log.state(AsOf.Latest)

  /** Reads every commit that the log still holds. */
  lazy val history: Either[LogProblem, TableHistory] = log.history

  /** By version; those that are damaged included. */
  lazy val checkpoints: Seq[FoundCheckpoint] = FoundCheckpoint.in(entries)

  /** Opens the checkpoint. */
  def problem(checkpoint: FoundCheckpoint): Option[CheckpointProblem] =
    directory.problem(checkpoint)

  /** What is wrong with the checkpoints of a version, where none of them can be used. Opens them. */
  def damage(version: Long): Option[CheckpointProblem] = {
    val problems = checkpoints.filter(_.version == version).to(LazyList).map(problem)
    if (problems.forall(_.isDefined)) problems.headOption.flatten else None
  }

  /** @param intact versions that have a checkpoint which can be used */
  def retained(history: TableHistory, intact: Set[Long]): RetainedLog =
    RetainedLog.of(directory.listing, history, intact)
}

object ProtectionLog {

  /** It never throws: every failure is a [[io.deltaward.log.LogProblem]]. */
  def open(tablePath: Path, hadoopConf: Configuration): Either[LogProblem, ProtectionLog] =
    for {
      directory <- LogDirectory.list(tablePath, hadoopConf)
      log <- TableLog(directory.listing, directory).toRight(LogProblem.EmptyLog(tablePath.toString))
    } yield new ProtectionLog(directory, log)
}
