package io.deltaward.conflicts

/** How two commits turned out not to be in each other's way. */
sealed abstract class Resolution(val name: String) extends Product with Serializable

object Resolution {

  /** They change other rows of the same files. */
  case object OtherRows extends Resolution("OTHER_ROWS")

  /** One of them has the same rows in other files. */
  case object RewrittenFiles extends Resolution("REWRITTEN_FILES")

  /** What the winner added or removed is none of what the transaction has read. */
  case object NothingRead extends Resolution("NOTHING_READ")

  /** The winner changed metadata, and the transaction writes what it would have written after that. */
  case object HarmlessMetadata extends Resolution("HARMLESS_METADATA")

  /** Both have changed table properties, and those of both are there. */
  case object MergedProperties extends Resolution("MERGED_PROPERTIES")
}
