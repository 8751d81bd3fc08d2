package io.deltaward.protocol

/** How far a feature has come. */
sealed abstract class FeatureStatus(override val toString: String)

object FeatureStatus {

  /** In PROTOCOL.md, or written under its final name by a released Delta. */
  case object Released extends FeatureStatus("released")

  /** A released client writes it under a `-preview` or `-dev` name. */
  case object Preview extends FeatureStatus("preview")

  /** An RFC names it; no release of Delta Lake for Spark writes it. */
  case object Proposed extends FeatureStatus("proposed")

  /** A name that neither PROTOCOL.md, its RFCs nor Delta 4.4.0 know. */
  case object Unknown extends FeatureStatus("unknown")
}
