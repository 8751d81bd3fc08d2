package io.deltaward.checkpoints

import java.util.concurrent.TimeUnit.DAYS

import io.deltaward.log.{LogEntry, LogFile}

/**
 * What Delta's metadata cleanup would take from a log.
 *
 * @param files in the order in which they go
 * @param base  the version of the checkpoint that the log would start with; `None` where nothing goes
 */
final case class Cleanup(files: Seq[LogEntry], base: Option[Long]) {

  private def parsed: Seq[LogFile] = files.map(file => LogFile.parse(file.name))

  /** Of the commits that go; `None` where none goes. */
  lazy val versions: Option[VersionRange] =
    VersionRange.around(parsed.collect { case LogFile.Commit(version) => version })

  /** Versions of the checkpoints that go, whole or not. */
  lazy val checkpoints: Seq[Long] = parsed.collect {
    case LogFile.ClassicCheckpoint(version) => version
    case LogFile.V2Checkpoint(version, _, _) => version
    case part: LogFile.MultiPartCheckpoint => part.version
  }.distinct.sorted
}

object Cleanup {

  /**
   * The cleanup that follows a checkpoint at `checkpointAt`.
   *
   * @param cutoff files that were modified later stay; milliseconds since the epoch
   */
  def of(entries: Iterable[LogEntry], checkpointAt: Long, cutoff: Long): Cleanup = {
    val groups = CleanupGroup
      .of(entries, checkpointAt)
      .takeWhile(group => group.expires <= cutoff && group.lastVersion < checkpointAt)
    Cleanup(groups.flatMap(_.files), groups.lastOption.map(_.until))
  }

  /**
   * Delta cuts off at midnight in UTC.
   *
   * @param now       milliseconds since the epoch
   * @param retention `delta.logRetentionDuration` in milliseconds
   */
  def cutoff(now: Long, retention: Long): Long =
    Math.floorDiv(now - retention, DAYS.toMillis(1)) * DAYS.toMillis(1)
}
