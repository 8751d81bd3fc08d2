package io.deltaward.log

import scala.collection.immutable.TreeMap

/**
 * A `_delta_log` directory, as its listing shows it. Omits what the listing proves useless: empty checksums and
 * checkpoints, multi-part checkpoints without all of their parts, and checksums without a commit. Also omits checksums
 * older than their commit, which an earlier table at the same path left behind.
 *
 * @param checkpoints checkpoints by version; several if clients made one each
 * @param misplaced   directories whose names only files may have, sorted
 * @param misnamed    entries whose version does not have 20 digits, or whose version or part is impossible, sorted:
 *                    some clients misread them, and others fail
 * @param ahead       checksums of versions after the newest one, sorted: their commits are lost or not yet published
 */
final case class LogListing(
    commits: TreeMap[Long, LogEntry],
    checksums: Map[Long, LogEntry],
    checkpoints: TreeMap[Long, Seq[Checkpoint]],
    misplaced: Seq[String],
    misnamed: Seq[String],
    ahead: Seq[String]
) {

  /** Returns the newest version; `None` for an empty log. */
  def latest: Option[Long] =
    (commits.lastOption.map(_._1) ++ checkpoints.lastOption.map(_._1)).maxOption

  /**
   * Returns the oldest version that can be reconstructed: 0, or the first checkpoint. Returns `None` if there is
   * neither.
   */
  def earliest: Option[Long] =
    if (commits.contains(0)) Some(0L) else checkpoints.headOption.map(_._1)

  /** Returns the start of the unbroken run of commits that ends with `version`; `version + 1` if it has no commit. */
  def startOfRun(version: Long): Long =
    Iterator.iterate(version)(_ - 1).find(!commits.contains(_)).fold(0L)(_ + 1)

  /** Returns the versions at which replay towards `version` can start, oldest first. */
  def bases(version: Long): Seq[Long] = {
    val start = startOfRun(version)
    (Option.when(start == 0)(0L) ++ checkpoints.range(start - 1, version + 1).keys).toSeq.distinct
  }
}

object LogListing {

  /** @param directories names of the directories in `_delta_log` */
  def apply(entries: Iterable[LogEntry], directories: Iterable[String] = Nil): LogListing = {
    val files = entries.map(entry => LogFile.parse(entry.name) -> entry)
    val commits = TreeMap.from(files.collect { case (LogFile.Commit(v), entry) => v -> entry })
    val checksums = files.collect {
      case (LogFile.Checksum(v), entry)
          if entry.size > 0 &&
            commits.get(v).exists(_.modificationTime <= entry.modificationTime) =>
        v -> entry
    }.toMap
    val checkpoints = singleFile(files) ++ multiPart(files)
    val newest = (commits.keys ++ checkpoints.map(_.version)).maxOption
    LogListing(
      commits,
      checksums,
      TreeMap.from(checkpoints.groupBy(_.version)),
      directories.filter(LogFile.parse(_) != LogFile.Other).toSeq.sorted,
      (entries.map(_.name) ++ directories).filter(LogFile.isMisnamed).toSeq.sorted,
      files.collect { case (LogFile.Checksum(v), entry) if newest.exists(_ < v) => entry.name }
        .toSeq.sorted
    )
  }

  private def singleFile(files: Iterable[(LogFile, LogEntry)]): Seq[Checkpoint] = files.toSeq
    .sortBy(_._2.name)
    .collect {
      case (LogFile.ClassicCheckpoint(v), entry) if entry.size > 0 =>
        Checkpoint(v, LogFile.Format.Parquet, Seq(entry))
      case (LogFile.V2Checkpoint(v, _, format), entry) if entry.size > 0 =>
        Checkpoint(v, format, Seq(entry))
    }

  private def multiPart(files: Iterable[(LogFile, LogEntry)]): Seq[Checkpoint] = files.toSeq
    .collect { case (part: LogFile.MultiPartCheckpoint, entry) if entry.size > 0 => part -> entry }
    .groupBy { case (part, _) => (part.version, part.of) }
    .collect {
      case ((version, of), parts) if parts.size == of =>
        Checkpoint(version, LogFile.Format.Parquet, parts.sortBy(_._1.part).map(_._2))
    }
    .toSeq
}
