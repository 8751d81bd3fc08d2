package io.deltaward.log

import io.deltaward.protocol.Protocol

/**
 * The protocols of the versions that the log still holds.
 *
 * @param earliestVersion   0, or the first version that can be reconstructed if the log was cleaned up
 * @param earliestProtocol  the protocol at the earliest version
 * @param earliestTimestamp commit time of the earliest version, as in [[TableState]]
 * @param latestVersion     the newest version
 * @param changes           protocol changes, oldest first. After a cleanup, a change at `earliestVersion` names the
 *                          commit that set `earliestProtocol`, but not what it replaced
 */
final case class ProtocolHistory(
    earliestVersion: Long,
    earliestProtocol: Protocol,
    earliestTimestamp: Long,
    latestVersion: Long,
    changes: Seq[ProtocolChange]
)
