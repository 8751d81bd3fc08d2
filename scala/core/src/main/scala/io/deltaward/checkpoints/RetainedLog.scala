package io.deltaward.checkpoints

import io.deltaward.log.{LogListing, TableHistory}
import io.deltaward.protocol.Protocol

/**
 * The part of a log that can be replayed.
 *
 * @param first  start of the unbroken run of versions up to the newest; each has a commit or an intact checkpoint
 * @param intact tells whether a version has a checkpoint that can be used
 */
final case class RetainedLog(
    first: Long,
    history: TableHistory,
    hasCommit: Long => Boolean,
    intact: Long => Boolean
) {

  def versions: Iterator[Long] = Iterator.iterate(first)(_ + 1).takeWhile(_ <= history.latest)

  /** Returns the protocol of a version; `None` if the log no longer shows it. */
  def protocolAt(version: Long): Option[Protocol] = history.stateAt(version).map(_.protocol)

  /** Checks whether replay can start at a version, without anything from before it. */
  def startsAt(version: Long): Boolean = intact(version) || (version == 0 && hasCommit(0))
}

object RetainedLog {

  /** @param intact versions with a checkpoint that can be used */
  def fromListing(listing: LogListing, history: TableHistory, intact: Set[Long]): RetainedLog =
    RetainedLog(
      math.min(listing.startOfRun(history.latest), history.earliest),
      history,
      listing.commits.contains,
      intact
    )
}
