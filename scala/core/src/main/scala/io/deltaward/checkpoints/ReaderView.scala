package io.deltaward.checkpoints

import io.deltaward.protocol.Protocol

/** A reader that knows exactly what one protocol requires of readers (rule P4). */
final case class ReaderProtocol(minReaderVersion: Int, features: Set[String]) {

  def knows(protocol: Protocol): Boolean =
    protocol.minReaderVersion <= minReaderVersion && protocol.readerRequirements.subsetOf(features)
}

object ReaderProtocol {
  def fromProtocol(protocol: Protocol): ReaderProtocol =
    ReaderProtocol(protocol.minReaderVersion, protocol.readerRequirements)
}

/**
 * The versions of a log that one reader can open.
 *
 * To open a version, the reader replays commits from a checkpoint or from version 0. It must know the protocol of each
 * version on the way, because it cannot replay a commit that it does not understand. A protected checkpoint hides such
 * commits from the reader (RFC on checkpoint protection).
 *
 * @param oldest oldest version that the reader can open; `None` if it can open none
 * @param lost   versions that the reader cannot open because a checkpoint or commit on the way is gone. The reader knows
 *               their protocol, or the log no longer shows it
 */
final case class ReaderView(reader: ReaderProtocol, oldest: Option[Long], lost: Seq[VersionRange])

object ReaderView {

  /** Returns one view for each protocol that readers of the retained versions need, the least demanding first. */
  def forLog(log: RetainedLog): Seq[ReaderView] = log.history.states.values
    .map(state => ReaderProtocol.fromProtocol(state.protocol))
    .toSeq
    .distinct
    .sortBy(r => (r.minReaderVersion, r.features.size, r.features.toSeq.sorted.mkString(",")))
    .map(forLog(_, log))

  private def forLog(reader: ReaderProtocol, log: RetainedLog): ReaderView = {
    val (opened, closed) = opens(reader, log).partition(_._2)
    ReaderView(
      reader,
      opened.nextOption().map(_._1),
      VersionRange.fromVersions(
        closed.map(_._1).filter(version => log.protocolAt(version).forall(reader.knows))
      )
    )
  }

  /** Returns each version and whether the reader can open it. */
  private def opens(reader: ReaderProtocol, log: RetainedLog): Iterator[(Long, Boolean)] =
    log.versions
      .scanLeft((-1L, false)) { case ((_, before), version) =>
        val replayed = log.startsAt(version) || (before && log.hasCommit(version))
        (version, replayed && log.protocolAt(version).exists(reader.knows))
      }
      .drop(1)
}
