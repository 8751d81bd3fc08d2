package io.deltaward.serializability.histories

/** How deeply a run checks the structure of a table. It compares the contents at every version in any case. */
sealed trait Depth

object Depth {

  /** Checks the log and the deletion vectors at every version. */
  case object Log extends Depth

  /** Also checks the rows of each version, a checkpoint and a VACUUM. */
  case object Rows extends Depth
}
