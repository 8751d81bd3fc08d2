package io.deltaward.policy

/** Where a setting in force comes from. */
sealed abstract class Source(override val toString: String)

object Source {
  case object Table extends Source("table")
  case object Session extends Source("session")
  case object Cluster extends Source("cluster")
  case object Default extends Source("default")

  /** From the cluster, or its default: table or session ask for less, and only the lock keeps it in force. */
  case object Lock extends Source("lock")
}
