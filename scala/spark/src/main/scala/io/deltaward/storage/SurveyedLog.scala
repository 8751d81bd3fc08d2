package io.deltaward.storage

import io.deltaward.log.TableState

/**
 * A log that was listed, with the newest version of its table. What else is asked of it costs a request each time.
 *
 * @param state what the newest version says of itself
 */
final class SurveyedLog private[storage] (directory: LogDirectory, val state: TableState) {

  /** Of all files in `_delta_log`, sidecars included; `None` where these cannot be listed. */
  def size: Option[LogSize] =
    (if (directory.hasSidecars) directory.sidecars.map(_.values.toSeq) else Right(Nil)).toOption
      .map { sidecars =>
        val all = directory.entries ++ sidecars
        LogSize(all.size, all.map(_.size).sum)
      }

  /** The engine that wrote the newest version; `None` where its commit does not say, has gone or cannot be read. */
  def engine: Option[String] =
    directory.listing.commits.get(state.version)
      .flatMap(directory.commit(_).toOption)
      .flatMap(_.info)
      .flatMap(_.engine)
}

/** Of a log. */
final case class LogSize(files: Int, bytes: Long)
