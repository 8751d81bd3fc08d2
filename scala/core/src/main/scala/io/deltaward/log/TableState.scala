package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * What one version of a table says about itself.
 *
 * @param timestamp  when it was committed, in milliseconds since the epoch: the in-commit timestamp where the table
 *                   has them enabled and the commit has one, else the modification time of the commit file
 *                   (of the checkpoint, where the commit was cleaned up)
 * @param protocol   as the log holds it, possibly invalid: see [[io.deltaward.protocol.ProtocolProblem.in]]
 * @param statistics set where the version checksum of exactly this version was readable
 * @param clustering the clustering columns, as paths of physical names; `None` where the log no longer says
 * @param files      the names of the files in `_delta_log` that all this was read from
 * @param defects    what is wrong with what was read, in words: the table may not open
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
