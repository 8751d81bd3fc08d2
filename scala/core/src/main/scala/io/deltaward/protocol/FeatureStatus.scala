package io.deltaward.protocol

/** The maturity of a feature. */
sealed abstract class FeatureStatus(override val toString: String)

object FeatureStatus {

  /** PROTOCOL.md names it, or a released Delta writes it under its final name. */
  case object Released extends FeatureStatus("released")

  /** A released client writes it under a `-preview` or `-dev` name. */
  case object Preview extends FeatureStatus("preview")

  /** An RFC names it, but no release of Delta Lake for Spark writes it. */
  case object Proposed extends FeatureStatus("proposed")

  /** Neither PROTOCOL.md nor its RFCs nor Delta 4.4.0 name it. */
  case object Unknown extends FeatureStatus("unknown")
}
