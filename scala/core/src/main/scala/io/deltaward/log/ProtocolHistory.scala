package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * The protocols of the versions that the log still holds.
 *
 * @param earliestVersion    0, or where an earlier part was cleaned up the first version that can be reconstructed
 * @param earliestProtocol   the protocol at that version
 * @param earliestTimestamp  when that version was committed, as [[TableState]] has it
 * @param latestVersion      the newest version
 * @param changes            oldest first. One at `earliestVersion` after 0 tells which commit set `earliestProtocol`,
 *                           not what it replaced
 */
final case class ProtocolHistory(
    earliestVersion: Long,
    earliestProtocol: Protocol,
    earliestTimestamp: Long,
    latestVersion: Long,
    changes: Seq[ProtocolChange]
)
