package io.deltaward.checkpoints

import io.deltaward.log.{LogEntry, LogFile}

/**
 * Log files that Delta's metadata cleanup removes together or not at all. With [[Grouping.ByCheckpoint]], a group starts with
 * one complete checkpoint and ends before the next one, which replaces it.
 *
 * @param files       files to remove, in the order of their removal
 * @param lastVersion version of the last file
 * @param expires     the cut-off at which the last file is old enough to remove; milliseconds since the epoch
 * @param until       version of the checkpoint that the log starts with after the removal; with [[Grouping.ByAge]], the
 *                    first version whose commit is left
 */
final case class CleanupGroup(files: Seq[LogEntry], lastVersion: Long, expires: Long, until: Long)

object CleanupGroup {

  /**
   * Returns the groups of a log as Delta 3.3 and later form them. Delta judges files by name and size, without opening them. It
   * raises modification times that are out of order, and treats a checkpoint with a raised time as an ordinary file.
   *
   * @param checkpointAt version at which Delta is about to make a checkpoint, and to clean up afterwards
   */
  def fromEntries(entries: Iterable[LogEntry], checkpointAt: Long): Seq[CleanupGroup] = {
    val coming = LogEntry(f"$checkpointAt%020d.checkpoint.parquet", 1, Long.MaxValue)
    val present = entries.filterNot(_.name == coming.name)
    (present ++ Seq(coming)).toSeq
      .sortBy(_.name)
      .map(entry => LogFile.parse(entry.name) -> entry)
      .collect(cleanable)
      .foldLeft(Walk())(_ next _)
      .groups
  }

  /**
   * Returns the groups of a log as a Delta with this grouping forms them.
   *
   * @param checkpointAt version at which Delta is about to make a checkpoint, and to clean up afterwards
   */
  def fromEntries(
      entries: Iterable[LogEntry],
      checkpointAt: Long,
      grouping: Grouping
  ): Seq[CleanupGroup] = grouping match {
    case Grouping.ByCheckpoint => fromEntries(entries, checkpointAt)
    case Grouping.ByAge => byAge(entries)
  }

  /** Returns the groups as Delta 3.2 forms them. A file whose modification time is out of order joins those before it. */
  private def byAge(entries: Iterable[LogEntry]): Seq[CleanupGroup] = {
    val files = entries.toSeq.sortBy(_.name)
      .map(entry => LogFile.parse(entry.name) -> entry)
      .filterNot(_._1.isInstanceOf[LogFile.Checksum])
      .collect(cleanable)
    val groups = files.foldLeft(Vector.empty[Vector[File]]) { (groups, file) =>
      groups.lastOption.flatMap(group => raised(group.last, file)) match {
        case Some(later) => groups.init :+ (groups.last :+ later)
        case None => groups :+ Vector(file)
      }
    }
    groups.map { group =>
      val end = group.last
      val isCommit = LogFile.parse(end.entry.name) == LogFile.Commit(end.version)
      CleanupGroup(
        group.map(_.entry),
        end.version,
        end.entry.modificationTime,
        if (isCommit) end.version + 1 else end.version
      )
    }
  }

  /** Returns a file with the modification time that Delta gives it, if its own is not after that of the file before it. */
  private def raised(before: File, file: File): Option[File] = {
    val time = before.entry.modificationTime
    Option.when(before.version < file.version && time >= file.entry.modificationTime)(
      file.copy(entry = file.entry.copy(modificationTime = time + 1))
    )
  }

  final private case class File(version: Long, entry: LogEntry, partOf: Option[Int])

  private val cleanable: PartialFunction[(LogFile, LogEntry), File] = {
    case (LogFile.Commit(version), entry) => File(version, entry, None)
    case (LogFile.Checksum(version), entry) => File(version, entry, None)
    case (LogFile.ClassicCheckpoint(version), entry) => File(version, entry, whole(entry))
    case (LogFile.V2Checkpoint(version, _, _), entry) => File(version, entry, whole(entry))
    case (part: LogFile.MultiPartCheckpoint, entry) =>
      File(part.version, entry, whole(entry).map(_ => part.of))
  }

  private def whole(entry: LogEntry): Option[Int] = Option.when(entry.size > 0)(1)

  /** @param parts files of incomplete multi-part checkpoints, by version and number of parts */
  final private case class Walk(
      groups: Vector[CleanupGroup] = Vector.empty,
      buffer: Vector[LogEntry] = Vector.empty,
      last: Option[(Long, LogEntry)] = None,
      parts: Map[(Long, Int), Vector[LogEntry]] = Map.empty
  ) {

    def next(file: File): Walk = {
      val raised = last.collect {
        case (version, before)
            if version < file.version && before.modificationTime >= file.entry.modificationTime =>
          file.entry.copy(modificationTime = before.modificationTime + 1)
      }
      val entry = raised.getOrElse(file.entry)
      file.partOf.filter(_ => raised.isEmpty && last.isDefined) match {
        case None => copy(buffer = buffer :+ entry).at(file.version, entry)
        case Some(of) =>
          val found = parts.getOrElse((file.version, of), Vector.empty) :+ entry
          if (found.size < of)
            copy(parts = parts + ((file.version, of) -> found)).at(file.version, entry)
          else closed(file.version, found).at(file.version, entry)
      }
    }

    private def at(version: Long, entry: LogEntry): Walk = copy(last = Some(version -> entry))

    private def closed(until: Long, checkpoint: Vector[LogEntry]): Walk = {
      val group = buffer.lastOption.map { end =>
        CleanupGroup(buffer, versionOf(end), end.modificationTime, until)
      }
      copy(groups = groups ++ group, buffer = checkpoint)
    }
  }

  private def versionOf(entry: LogEntry): Long = entry.name.takeWhile(_.isDigit).toLong
}
