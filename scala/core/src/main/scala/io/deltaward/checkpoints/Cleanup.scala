package io.deltaward.checkpoints

import java.util.concurrent.TimeUnit.DAYS

import io.deltaward.log.{LogEntry, LogFile}

/**
 * The files that Delta's metadata cleanup would remove from a log.
 *
 * @param files files to remove, in the order of their removal
 * @param base  version of the checkpoint that the log would start with, or with [[Grouping.ByAge]] the first version whose
 *              commit is left; `None` if the cleanup removes nothing
 */
final case class Cleanup(files: Seq[LogEntry], base: Option[Long]) {

  private def parsed: Seq[LogFile] = files.map(file => LogFile.parse(file.name))

  /** Range of the commits to remove; `None` if no commit is removed. */
  lazy val versions: Option[VersionRange] =
    VersionRange.spanning(parsed.collect { case LogFile.Commit(version) => version })

  /** Versions of the checkpoints to remove, complete or not. */
  lazy val checkpoints: Seq[Long] = parsed.collect {
    case LogFile.ClassicCheckpoint(version) => version
    case LogFile.V2Checkpoint(version, _, _) => version
    case part: LogFile.MultiPartCheckpoint => part.version
  }.distinct.sorted
}

object Cleanup {

  /**
   * Returns the cleanup that follows a checkpoint at `checkpointAt`.
   *
   * @param cutoff the cleanup keeps files modified after it; milliseconds since the epoch
   */
  def plan(
      entries: Iterable[LogEntry],
      checkpointAt: Long,
      cutoff: Long,
      grouping: Grouping = Grouping.ByCheckpoint
  ): Cleanup = {
    val groups = CleanupGroup
      .fromEntries(entries, checkpointAt, grouping)
      .takeWhile(group => group.expires <= cutoff && group.lastVersion < checkpointAt)
    Cleanup(groups.flatMap(_.files), groups.lastOption.map(_.until))
  }

  /**
   * Returns Delta's cut-off: `retention` before `now`, rounded down to midnight in UTC.
   *
   * @param now       current time, in milliseconds since the epoch
   * @param retention `delta.logRetentionDuration` in milliseconds
   */
  def cutoff(now: Long, retention: Long): Long =
    Math.floorDiv(now - retention, DAYS.toMillis(1)) * DAYS.toMillis(1)
}
