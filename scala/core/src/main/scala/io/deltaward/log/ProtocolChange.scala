package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * A commit that changes the protocol.
 *
 * @param timestamp the in-commit timestamp, else the modification time of the commit file; milliseconds since the epoch
 * @param protocol  the new protocol
 * @param metadata  the metadata at that version
 * @param replaced  the metadata before the commit; `None` for the first version, or if the log no longer holds it
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
   * Returns the change in one commit, if it sets a protocol.
   *
   * @param replaced the metadata before the commit, if known
   */
  def findIn(
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

  /**
   * Removes commits that set the protocol already in force, as replacing a table does. Keeps a commit at the earliest
   * version.
   */
  def distinct(earliest: TableState, changes: Seq[ProtocolChange]): Seq[ProtocolChange] = {
    val before = earliest.protocol +: changes.map(_.protocol)
    changes.zip(before).collect {
      case (change, old) if change.protocol != old || change.version == earliest.version => change
    }
  }
}
