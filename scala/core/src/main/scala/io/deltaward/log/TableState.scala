package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * The state of a table at one version.
 *
 * @param timestamp  commit time, in milliseconds since the epoch: the in-commit timestamp if enabled and present, else
 *                   the modification time of the commit file. If the commit was cleaned up, it is the modification time
 *                   of the checkpoint
 * @param protocol   the protocol as the log holds it, possibly invalid: see
 *                   [[io.deltaward.protocol.ProtocolProblem.findIn]]
 * @param statistics totals of this version; `None` if it has no readable version checksum of its own
 * @param clustering the clustering columns, as paths of physical names; `None` if the log no longer holds them
 * @param files      names of the files in `_delta_log` that this state was read from
 * @param defects    defects of the files that were read, in words: the table may not open
 */
final case class TableState(
    version: Long,
    timestamp: Long,
    protocol: Protocol,
    metadata: TableMetadata,
    statistics: Option[ChecksumStatistics],
    clustering: Option[Seq[Seq[String]]] = None,
    files: Seq[String] = Nil,
    defects: Seq[String] = Nil
)
