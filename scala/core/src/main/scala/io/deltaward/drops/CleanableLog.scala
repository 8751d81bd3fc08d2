package io.deltaward.drops

import io.deltaward.checkpoints.{Cleanup, CleanupGroup, VersionRange}
import io.deltaward.log.{LogEntry, LogListing}

/**
 * A log as Delta's metadata cleanup sees it, now or once more commits are made.
 *
 * @param entries  the files of the log
 * @param latest   the newest version
 * @param boundary the version before which all versions go in one cleanup or none (rule C1); `None` where Delta does not
 *                 keep to one
 */
final case class CleanableLog(
    entries: Seq[LogEntry],
    latest: Long,
    boundary: Option[Long] = None
) {

  /**
   * The versions from whose checkpoint Delta can read all later ones, ascending. It asks for the commit of that version
   * too, which a cleanup can have taken while the checkpoint stays.
   */
  def checkpoints: Seq[Long] = {
    val listing = LogListing(entries)
    listing.checkpoints.keys.filter(_ >= listing.startOfRun(latest)).toSeq
  }

  /**
   * What a cleanup deletes that runs after a checkpoint of the newest version.
   *
   * @param cutoff milliseconds since the epoch
   */
  def lostAt(cutoff: Long): Option[VersionRange] =
    Cleanup.of(entries, latest, cutoff).versions.filter(lost =>
      boundary.forall(lost.last >= _ - 1)
    )

  /** The oldest cut-off that deletes `version` and all before it; `None` where no checkpoint comes after it. */
  def cutoffFor(version: Long): Option[Long] = {
    val groups = CleanupGroup.of(entries, latest)
    val until = boundary.fold(version)(version max _ - 1)
    val needed = groups.indexWhere(_.until > until)
    Option.when(needed >= 0)(groups.take(needed + 1).map(_.expires).max)
  }

  /** With so many commits more, the last of them with a checkpoint. */
  def after(made: Int, at: Long): CleanableLog = {
    val more = committed(made, at)
    val checkpoint = LogEntry(f"${more.latest}%020d.checkpoint.parquet", 1, at + made)
    more.copy(more.entries :+ checkpoint)
  }

  /** With so many commits more. */
  def committed(made: Int, at: Long): CleanableLog = {
    val commits = (1 to made).map(i => LogEntry(f"${latest + i}%020d.json", 1, at + i))
    copy(entries ++ commits, latest + made)
  }

  /** Once these versions are deleted. */
  def without(lost: Option[VersionRange]): CleanableLog = copy(entries =
    entries.filter(entry =>
      entry.name.takeWhile(_.isDigit).toLongOption.forall(v => !lost.exists(_.last >= v))
    )
  )
}

object CleanableLog {

  /**
   * A log as it will be.
   *
   * @param at milliseconds since the epoch
   */
  final case class Then(log: CleanableLog, at: Long)
}
