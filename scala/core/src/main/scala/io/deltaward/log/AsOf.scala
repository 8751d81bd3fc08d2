package io.deltaward.log

/** Selects the version of a table to read. */
sealed trait AsOf

object AsOf {

  /** The newest published version. */
  case object Latest extends AsOf

  /** Exactly this version. */
  final case class Version(version: Long) extends AsOf

  /** The newest version committed at or before this moment, in milliseconds since the epoch. */
  final case class Timestamp(timestamp: Long) extends AsOf
}
