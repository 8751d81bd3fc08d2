package io.deltaward.checkpoints

import io.deltaward.log.{LogEntry, LogFile}

/** The naming scheme of a checkpoint (PROTOCOL.md, Checkpoint Naming Scheme). */
sealed abstract class CheckpointKind(override val toString: String)

object CheckpointKind {
  case object Classic extends CheckpointKind("classic")
  case object MultiPart extends CheckpointKind("multipart")
  case object V2 extends CheckpointKind("v2")
}

/**
 * A checkpoint in a listing, complete or not.
 *
 * @param files   files of the checkpoint in the log directory, sorted by name, without sidecars
 * @param problem a problem that names and sizes alone show, if any
 */
final case class FoundCheckpoint(
    version: Long,
    kind: CheckpointKind,
    format: LogFile.Format,
    files: Seq[LogEntry],
    problem: Option[CheckpointProblem]
)

object FoundCheckpoint {
  import CheckpointProblem._

  /** Returns every checkpoint of a listing, sorted by version. */
  def findIn(entries: Iterable[LogEntry]): Seq[FoundCheckpoint] = {
    val files = entries.toSeq.sortBy(_.name).map(entry => LogFile.parse(entry.name) -> entry)
    (singleFile(files) ++ multiPart(files)).sortBy(found => (found.version, found.files.head.name))
  }

  private def singleFile(files: Seq[(LogFile, LogEntry)]): Seq[FoundCheckpoint] = files.collect {
    case (LogFile.ClassicCheckpoint(version), entry) =>
      of(version, CheckpointKind.Classic, LogFile.Format.Parquet, Seq(entry))
    case (LogFile.V2Checkpoint(version, _, format), entry) =>
      of(version, CheckpointKind.V2, format, Seq(entry))
  }

  private def multiPart(files: Seq[(LogFile, LogEntry)]): Seq[FoundCheckpoint] = files
    .collect { case (part: LogFile.MultiPartCheckpoint, entry) => part -> entry }
    .groupBy { case (part, _) => (part.version, part.of) }
    .toSeq
    .map { case ((version, parts), found) =>
      val missing = (1 to parts).diff(found.map(_._1.part))
      val checkpoint =
        of(version, CheckpointKind.MultiPart, LogFile.Format.Parquet, found.map(_._2))
      if (missing.isEmpty) checkpoint
      else checkpoint.copy(problem = Some(MissingParts(missing, parts)))
    }

  private def of(
      version: Long,
      kind: CheckpointKind,
      format: LogFile.Format,
      files: Seq[LogEntry]
  ): FoundCheckpoint = FoundCheckpoint(
    version,
    kind,
    format,
    files,
    files.find(_.size == 0).map(file => Empty(file.name))
  )
}
