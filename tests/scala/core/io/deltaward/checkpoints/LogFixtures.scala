package io.deltaward.checkpoints

import scala.collection.immutable.TreeMap

import io.deltaward.log.{LogEntry, LogListing, TableHistory, VersionState}
import io.deltaward.protocol.Protocol

/** Files and histories of logs, as values. */
object LogFixtures {

  val Boundary = "delta.requireCheckpointProtectionBeforeVersion"

  /** A table without any feature that readers must know. */
  val plain: Protocol = Protocol(1, 2)

  val vectors: Protocol =
    Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors")))

  def guarded(features: String*): Protocol =
    Protocol(1, 7, None, Some(features.toSet + "checkpointProtection"))

  def commit(version: Long, time: Long): LogEntry =
    LogEntry(f"$version%020d.json", 10, time)

  def checksum(version: Long, time: Long): LogEntry =
    LogEntry(f"$version%020d.crc", 10, time)

  def checkpoint(version: Long, time: Long, size: Long = 10): LogEntry =
    LogEntry(f"$version%020d.checkpoint.parquet", size, time)

  def part(version: Long, part: Int, of: Int, time: Long): LogEntry =
    LogEntry(f"$version%020d.checkpoint.$part%010d.$of%010d.parquet", 10, time)

  /** Returns commits `first` to `last`. The time of each is its version, in the unit of the test. */
  def commits(first: Long, last: Long): Seq[LogEntry] = (first to last).map(v => commit(v, v))

  def history(latest: Long, states: (Long, VersionState)*): TableHistory =
    TableHistory(TreeMap(states: _*), latest)

  def state(protocol: Protocol, properties: (String, String)*): VersionState =
    VersionState(protocol, properties.toMap)

  def retained(
      entries: Seq[LogEntry],
      history: TableHistory,
      intact: Long*
  ): RetainedLog = RetainedLog.fromListing(LogListing(entries), history, intact.toSet)
}
