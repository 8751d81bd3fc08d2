package io.deltaward.storage

import io.deltaward.features.{FileSigns, Traces}
import io.deltaward.log.TableState
import io.deltaward.storage.ParquetFiles.{Paths, PathsAndStatistics}

/**
 * A log that was listed, with the newest version of its table. Each of the methods can cost a request.
 *
 * @param state the newest version of the table
 */
final class SurveyedLog private[storage] (directory: LogDirectory, val state: TableState) {

  /**
   * Returns the number and size of all files in `_delta_log`, sidecars included; `None` if the sidecars cannot be listed.
   */
  def size: Option[LogSize] =
    (if (directory.hasSidecars) directory.sidecars.map(_.values.toSeq) else Right(Nil)).toOption
      .map { sidecars =>
        val all = directory.entries ++ sidecars
        LogSize(all.size, all.map(_.size).sum)
      }

  /**
   * Returns the traces of the live files. They are unknown if they take more than 16 MiB to read, or if the log does not list
   * all files. Reads statistics only if the table has timestamps, and paths alone if both take too many bytes.
   */
  def traces: Traces = {
    val metadata = state.metadata
    val live = new LiveFiles(directory, state.version)
    (for {
      schema <- metadata.schemaString
      signs <- FileSigns.forSchema(schema, metadata.partitionColumns)
      wanted = if (signs.hasTimestamps) Seq(PathsAndStatistics, Paths) else Seq(Paths)
      files <- wanted.iterator.map(live.upTo(SurveyedLog.MostBytes, _)).collectFirst {
        case Some(found) => found
      }
    } yield signs.traces(files)).getOrElse(Traces.unknown)
  }

  /**
   * Returns the engine that wrote the newest version. Returns `None` if its commit does not name one, is gone or cannot be
   * read.
   */
  def engine: Option[String] =
    directory.listing.commits.get(state.version)
      .flatMap(directory.commit(_).toOption)
      .flatMap(_.info)
      .flatMap(_.engine)
}

private object SurveyedLog {
  private val MostBytes = 16L << 20
}

/** The number and total size of a log's files. */
final case class LogSize(files: Int, bytes: Long)
