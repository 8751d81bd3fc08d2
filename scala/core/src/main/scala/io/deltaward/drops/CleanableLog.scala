package io.deltaward.drops

import io.deltaward.checkpoints.{Cleanup, CleanupGroup, VersionRange}
import io.deltaward.log.{LogEntry, LogListing}

/**
 * A log as Delta's metadata cleanup sees it, now or once more commits are made.
 *
 * @param entries  the files of the log
 * @param latest   the newest version
 */
final case class CleanableLog(entries: Seq[LogEntry], latest: Long) {

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
  def lostAt(cutoff: Long): Option[VersionRange] = Cleanup.of(entries, latest, cutoff).versions

  /** The oldest cut-off that deletes `version` and all before it; `None` where no checkpoint comes after it. */
  def cutoffFor(version: Long): Option[Long] = {
    val groups = CleanupGroup.of(entries, latest)
    val needed = groups.indexWhere(_.until > version)
    Option.when(needed >= 0)(groups.take(needed + 1).map(_.expires).max)
  }

  /** With so many commits more, the last of them with a checkpoint. */
  def after(made: Int, at: Long): CleanableLog = {
    val commits = (1 to made).map(i => LogEntry(f"${latest + i}%020d.json", 1, at + i))
    val newest = latest + made
    CleanableLog(
      entries ++ commits :+ LogEntry(f"$newest%020d.checkpoint.parquet", 1, at + made),
      newest
    )
  }
}
