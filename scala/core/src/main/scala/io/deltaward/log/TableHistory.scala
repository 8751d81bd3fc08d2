package io.deltaward.log

import scala.collection.immutable.TreeMap

import io.deltaward.protocol.Protocol

/** The protocol and the properties of a table at one version. */
final case class VersionState(protocol: Protocol, properties: Map[String, String])

/**
 * The protocol and properties of every version that the log still holds. The range starts at the oldest version that
 * can be reconstructed without a gap, and ends at the newest.
 *
 * @param states states by the version that set them, never empty; the first is at the oldest version
 * @param latest the newest version
 */
final case class TableHistory(states: TreeMap[Long, VersionState], latest: Long) {

  def earliest: Long = states.firstKey

  def newest: VersionState = states.last._2

  /** Returns the state at `version`; `None` for a version outside the range. */
  def stateAt(version: Long): Option[VersionState] =
    if (version > latest) None else states.maxBefore(version + 1).map(_._2)

  private[log] def append(version: Long, actions: CommitActions): TableHistory =
    if (actions.protocol.isEmpty && actions.metadata.isEmpty) this
    else {
      val state = VersionState(
        actions.protocol.getOrElse(newest.protocol),
        actions.metadata.fold(newest.properties)(_.configuration)
      )
      copy(states = states + (version -> state))
    }
}

object TableHistory {

  private[log] def fromState(earliest: TableState, latest: Long): TableHistory = TableHistory(
    TreeMap(earliest.version -> VersionState(earliest.protocol, earliest.metadata.configuration)),
    latest
  )
}
