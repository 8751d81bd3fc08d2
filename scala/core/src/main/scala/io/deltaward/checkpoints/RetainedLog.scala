package io.deltaward.checkpoints

import io.deltaward.log.{LogListing, TableHistory}
import io.deltaward.protocol.Protocol

/**
 * What of a log can be replayed.
 *
 * @param first  the oldest version of which a commit or an intact checkpoint is left, in an unbroken run up to the
 *               newest
 * @param intact whether a version has a checkpoint that can be used
 */
final case class RetainedLog(
    first: Long,
    history: TableHistory,
    hasCommit: Long => Boolean,
    intact: Long => Boolean
) {

  def versions: Iterator[Long] = Iterator.iterate(first)(_ + 1).takeWhile(_ <= history.latest)

  /** `None` where the log does not tell any more. */
  def protocolAt(version: Long): Option[Protocol] = history.at(version).map(_.protocol)

  /** Whether replay can start at a version: nothing from before it is needed. */
  def startsAt(version: Long): Boolean = intact(version) || (version == 0 && hasCommit(0))
}

object RetainedLog {

  /** @param intact versions that have a checkpoint which can be used */
  def of(listing: LogListing, history: TableHistory, intact: Set[Long]): RetainedLog = RetainedLog(
    math.min(listing.startOfRun(history.latest), history.earliest),
    history,
    listing.commits.contains,
    intact
  )
}
