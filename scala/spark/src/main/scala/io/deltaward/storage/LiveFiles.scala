package io.deltaward.storage

import io.deltaward.checkpoints.FoundCheckpoint
import io.deltaward.log.{FileActions, ListedFile, LogEntry}

/** Lists the live files of one version, from the newest checkpoint and the commits after it. */
final private[storage] class LiveFiles(directory: LogDirectory, version: Long) {

  private val checkpoint: Option[FoundCheckpoint] = FoundCheckpoint.findIn(directory.entries)
    .filter(found => found.version <= version && found.problem.isEmpty)
    .lastOption

  private val first: Long = checkpoint.fold(0L)(_.version + 1)

  private val commits: Seq[LogEntry] =
    directory.listing.commits.range(first, version + 1).values.toSeq

  /**
   * Returns the live files; `None` if the log does not list them all.
   *
   * @param limit   maximum number of bytes to read
   * @param columns columns of [[ParquetFiles]] that are needed of a checkpoint
   */
  def upTo(limit: Long, columns: Set[String]): Option[Iterable[ListedFile]] =
    if (commits.size != version + 1 - first || size > limit) None
    else
      commits.foldLeft(checkpointed(limit, columns)) {
        case (Some(live), commit) => directory.fileActions(commit).map(_.onto(live))
        case (None, _) => None
      }.map(_.values)

  private def size: Long = commits.map(_.size).sum

  private def checkpointed(
      limit: Long,
      columns: Set[String]
  ): Option[Map[String, ListedFile]] =
    checkpoint.fold(Option(Map.empty[String, ListedFile])) { found =>
      for {
        sidecars <- directory.sidecarsOf(found)
        bytes <- directory.bytesIn(found, sidecars, columns)
        files <- if (size + bytes > limit) None else directory.filesIn(found, sidecars, columns)
      } yield FileActions(files, Nil).onto(Map.empty)
    }
}
