package io.deltaward.policy

/** Where a setting in force comes from. */
sealed abstract class Source(override val toString: String) {

  /** The key there: of a property of the table, or of the setting that stands for it. */
  def keyOf(property: String): String =
    if (this == Source.Table) property else s"spark.$property"
}

object Source {
  case object Table extends Source("table")
  case object Session extends Source("session")
  case object Cluster extends Source("cluster")
  case object Default extends Source("default")

  /** From the cluster, or its default: table or session ask for less, and only the lock keeps it in force. */
  case object Lock extends Source("lock")
}
