package io.deltaward.conflicts

/** The reason two commits do not conflict after all. */
sealed abstract class Resolution(val name: String) extends Product with Serializable

object Resolution {

  /** Both commits change different rows of the same files. */
  case object OtherRows extends Resolution("OTHER_ROWS")

  /** One of the commits writes the same rows to other files. */
  case object RewrittenFiles extends Resolution("REWRITTEN_FILES")

  /** The transaction has read nothing that the winning commit added or removed. */
  case object NothingRead extends Resolution("NOTHING_READ")

  /** The winning commit changed metadata. The transaction would have written the same after that change. */
  case object HarmlessMetadata extends Resolution("HARMLESS_METADATA")

  /** Both commits changed table properties. The table gets the changes of both. */
  case object MergedProperties extends Resolution("MERGED_PROPERTIES")
}
