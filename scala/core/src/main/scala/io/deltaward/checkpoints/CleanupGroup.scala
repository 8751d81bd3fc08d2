package io.deltaward.checkpoints

import io.deltaward.log.{LogEntry, LogFile}

/**
 * Files of a log that Delta's metadata cleanup takes together or not at all: those from one complete checkpoint up to
 * the next, which stands in for them.
 *
 * @param files       in the order in which they go
 * @param lastVersion of the last file
 * @param expires     when the last of them is old enough: the cut-off must have reached it; milliseconds since the epoch
 * @param until       the version of the checkpoint that the log starts with afterwards
 */
final case class CleanupGroup(files: Seq[LogEntry], lastVersion: Long, expires: Long, until: Long)

object CleanupGroup {

  /**
   * The groups of a log, as Delta 4.4.0 makes them: it goes by name and size alone, raises times that are out of order
   * above the one before, and then takes a checkpoint for an ordinary file.
   *
   * @param checkpointAt the version at which Delta is about to make a checkpoint, and clean up after that
   */
  def of(entries: Iterable[LogEntry], checkpointAt: Long): Seq[CleanupGroup] = {
    val coming = LogEntry(f"$checkpointAt%020d.checkpoint.parquet", 1, Long.MaxValue)
    val present = entries.filterNot(_.name == coming.name)
    (present ++ Seq(coming)).toSeq
      .sortBy(_.name)
      .map(entry => LogFile.parse(entry.name) -> entry)
      .collect(cleanable)
      .foldLeft(Walk())(_ next _)
      .groups
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

  /** @param parts of multi-part checkpoints that are not complete yet */
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
