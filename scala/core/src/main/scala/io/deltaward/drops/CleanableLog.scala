package io.deltaward.drops

import io.deltaward.checkpoints.{Cleanup, CleanupGroup, Grouping, VersionRange}
import io.deltaward.log.{LogEntry, LogListing}

/**
 * A log as Delta's metadata cleanup sees it, now or after further commits.
 *
 * @param entries  files of the log
 * @param latest   newest version
 * @param boundary all versions before it go in one cleanup or none (rule C1); `None` if Delta does not keep to a boundary
 * @param grouping the files that go together
 */
final case class CleanableLog(
    entries: Seq[LogEntry],
    latest: Long,
    boundary: Option[Long] = None,
    grouping: Grouping = Grouping.ByCheckpoint
) {

  /**
   * Returns the versions from whose checkpoint Delta can read all later ones, ascending. Delta also needs the commit of that
   * version, which a cleanup may have removed while the checkpoint stays.
   */
  def checkpoints: Seq[Long] = {
    val listing = LogListing(entries)
    listing.checkpoints.keys.filter(_ >= listing.startOfRun(latest)).toSeq
  }

  /**
   * Returns the versions that a cleanup deletes if it runs after a checkpoint of the newest version.
   *
   * @param cutoff cut-off of the cleanup, in milliseconds since the epoch
   */
  def lostAt(cutoff: Long): Option[VersionRange] =
    Cleanup.plan(entries, latest, cutoff, grouping).versions.filter(lost =>
      boundary.forall(lost.last >= _ - 1)
    )

  /** Returns the oldest cut-off that deletes `version` and all before it; `None` if no checkpoint comes after it. */
  def cutoffFor(version: Long): Option[Long] = {
    val groups = CleanupGroup.fromEntries(entries, latest, grouping)
    val until = boundary.fold(version)(version max _ - 1)
    val needed = groups.indexWhere(_.until > until)
    Option.when(needed >= 0)(groups.take(needed + 1).map(_.expires).max)
  }

  /** Returns the log after `made` more commits, the last of them with a checkpoint. */
  def addCheckpoints(made: Int, at: Long): CleanableLog = {
    val more = committed(made, at)
    val checkpoint = LogEntry(f"${more.latest}%020d.checkpoint.parquet", 1, at + made)
    more.copy(more.entries :+ checkpoint)
  }

  /** Returns the log after `made` more commits. */
  def committed(made: Int, at: Long): CleanableLog = {
    val commits = (1 to made).map(i => LogEntry(f"${latest + i}%020d.json", 1, at + i))
    copy(entries ++ commits, latest + made)
  }

  /** Returns the log after these versions are deleted. */
  def remove(lost: Option[VersionRange]): CleanableLog = copy(entries =
    entries.filter(entry =>
      entry.name.takeWhile(_.isDigit).toLongOption.forall(v => !lost.exists(_.last >= v))
    )
  )
}

object CleanableLog {

  /**
   * A log at a later moment.
   *
   * @param at the moment, in milliseconds since the epoch
   */
  final case class Then(log: CleanableLog, at: Long)
}
