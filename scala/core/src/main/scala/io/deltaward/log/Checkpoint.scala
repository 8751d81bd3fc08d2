package io.deltaward.log

/**
 * A complete checkpoint: every file in which its protocol and metadata can be. A v2 checkpoint holds both in its
 * top-level file, so that its sidecars are never needed (PROTOCOL.md, V2 Spec).
 */
final case class Checkpoint(version: Long, format: LogFile.Format, files: Seq[LogEntry])
