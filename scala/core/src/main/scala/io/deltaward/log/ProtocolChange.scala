package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * A commit after which the protocol is another.
 *
 * @param timestamp the in-commit timestamp, else the modification time of the commit file; milliseconds since the epoch
 * @param protocol  the new protocol
 * @param metadata  the metadata at that version
 * @param replaced  the metadata before it; `None` for the first version, and where the log does not hold it any more
 */
final case class ProtocolChange(
    version: Long,
    timestamp: Long,
    protocol: Protocol,
    operation: Option[String],
    engine: Option[String],
    user: Option[String],
    operationParameters: Map[String, String],
    metadata: Option[TableMetadata],
    replaced: Option[TableMetadata]
)

object ProtocolChange {

  /**
   * The change in one commit, if it sets a protocol.
   *
   * @param replaced the metadata before the commit, where it is known
   */
  def in(
      version: Long,
      file: LogEntry,
      actions: CommitActions,
      replaced: Option[TableMetadata]
  ): Option[ProtocolChange] =
    actions.protocol.map { protocol =>
      val info = actions.info
      ProtocolChange(
        version,
        info.flatMap(_.inCommitTimestamp).getOrElse(file.modificationTime),
        protocol,
        info.flatMap(_.operation),
        info.flatMap(_.engine),
        info.flatMap(_.user),
        info.fold(Map.empty[String, String])(_.operationParameters),
        actions.metadata.orElse(replaced),
        replaced
      )
    }

  /** Commits that repeat the protocol as it is, as a replaced table does, are no changes. */
  def distinct(earliest: TableState, changes: Seq[ProtocolChange]): Seq[ProtocolChange] = {
    val before = earliest.protocol +: changes.map(_.protocol)
    changes.zip(before).collect {
      case (change, old) if change.protocol != old || change.version == earliest.version => change
    }
  }
}
