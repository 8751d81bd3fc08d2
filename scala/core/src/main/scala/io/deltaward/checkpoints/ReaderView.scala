package io.deltaward.checkpoints

import io.deltaward.protocol.Protocol

/** A reader that knows exactly what one protocol asks of readers (rule P4). */
final case class ReaderProtocol(minReaderVersion: Int, features: Set[String]) {

  def knows(protocol: Protocol): Boolean =
    protocol.minReaderVersion <= minReaderVersion && protocol.readerRequirements.subsetOf(features)
}

object ReaderProtocol {
  def of(protocol: Protocol): ReaderProtocol =
    ReaderProtocol(protocol.minReaderVersion, protocol.readerRequirements)
}

/**
 * What is left of a log for one reader.
 *
 * It opens a version from a checkpoint, or from version 0, and the commits after that, and must know the protocol of
 * each version on the way: a commit that it does not understand cannot be replayed. That is what a protected
 * checkpoint is for, which hides such commits behind it (the RFC on checkpoint protection).
 *
 * @param oldest the oldest version that it can open; `None` where it can open none
 * @param lost   versions whose protocol it knows, or whose protocol nobody can tell any more, and that it cannot open:
 *               a checkpoint or a commit on the way is gone
 */
final case class ReaderView(reader: ReaderProtocol, oldest: Option[Long], lost: Seq[VersionRange])

object ReaderView {

  /** One for each protocol that readers of the retained versions need, the least demanding first. */
  def of(log: RetainedLog): Seq[ReaderView] = log.history.states.values
    .map(state => ReaderProtocol.of(state.protocol))
    .toSeq
    .distinct
    .sortBy(r => (r.minReaderVersion, r.features.size, r.features.toSeq.sorted.mkString(",")))
    .map(of(_, log))

  private def of(reader: ReaderProtocol, log: RetainedLog): ReaderView = {
    val (opened, closed) = opens(reader, log).partition(_._2)
    ReaderView(
      reader,
      opened.nextOption().map(_._1),
      VersionRange.of(
        closed.map(_._1).filter(version => log.protocolAt(version).forall(reader.knows))
      )
    )
  }

  /** Whether each version can be opened. */
  private def opens(reader: ReaderProtocol, log: RetainedLog): Iterator[(Long, Boolean)] =
    log.versions
      .scanLeft((-1L, false)) { case ((_, before), version) =>
        val replayed = log.startsAt(version) || (before && log.hasCommit(version))
        (version, replayed && log.protocolAt(version).exists(reader.knows))
      }
      .drop(1)
}
