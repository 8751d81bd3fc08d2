package io.deltaward.log

import scala.collection.immutable.TreeMap

/**
 * A `_delta_log` directory, as its listing alone shows it. What the listing already proves useless is left out:
 * empty checksums and checkpoints, multi-part checkpoints without all of their parts, and checksums older than
 * the commit they would describe, which some earlier table at the same path left behind.
 *
 * @param checkpoints by version; several where clients made one each
 * @param misplaced   directories that are named as only files are, sorted
 * @param misnamed    entries whose version does not have 20 digits, or that name a version or part that cannot be, sorted: some clients
 *                    take them for what they are not, and some stop
 * @param ahead       checksums of versions after the newest one, sorted: its commit is lost, or not published yet
 */
final case class LogListing(
    commits: TreeMap[Long, LogEntry],
    checksums: Map[Long, LogEntry],
    checkpoints: TreeMap[Long, Seq[Checkpoint]],
    misplaced: Seq[String],
    misnamed: Seq[String],
    ahead: Seq[String]
) {

  /** The newest version. `None` for an empty log. */
  def latest: Option[Long] =
    (commits.lastOption.map(_._1) ++ checkpoints.lastOption.map(_._1)).maxOption

  /** The oldest version that can be reconstructed: 0, or the first checkpoint. `None` where there is neither. */
  def earliest: Option[Long] =
    if (commits.contains(0)) Some(0L) else checkpoints.headOption.map(_._1)

  /** Where the unbroken run of commits that ends with `version` starts; `version + 1` if it isn't a commit itself. */
  def startOfRun(version: Long): Long =
    Iterator.iterate(version)(_ - 1).find(!commits.contains(_)).fold(0L)(_ + 1)

  /** The versions at which replay towards `version` can start, oldest first. */
  def bases(version: Long): Seq[Long] = {
    val start = startOfRun(version)
    (Option.when(start == 0)(0L) ++ checkpoints.range(start - 1, version + 1).keys).toSeq.distinct
  }
}

object LogListing {

  /** @param directories names of the directories beside the files */
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
