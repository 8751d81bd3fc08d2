package io.deltaward.serializability.histories

/** How far the structure of a table is looked into. Its contents are compared at every version in any case. */
sealed trait Depth

object Depth {

  /** The log and the deletion vectors, at every version. */
  case object Log extends Depth

  /** Also the rows of each version, a checkpoint and a VACUUM. */
  case object Rows extends Depth
}
