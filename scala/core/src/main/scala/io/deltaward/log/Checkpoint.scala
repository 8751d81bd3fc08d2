package io.deltaward.log

/**
 * A complete checkpoint, with every file that can hold its protocol and metadata. A v2 checkpoint holds both in its
 * top-level file, so its sidecars are never needed (PROTOCOL.md, V2 Spec).
 */
final case class Checkpoint(version: Long, format: LogFile.Format, files: Seq[LogEntry])
