package io.deltaward.policy

/** Where a setting in force comes from. */
sealed abstract class Source(override val toString: String) extends Serializable {

  /** The key there: of a property of the table, or of the setting that stands for it; of a file the place in it. */
  def keyOf(property: String): String = s"spark.$property"
}

object Source {
  case object Table extends Source("table") {
    override def keyOf(property: String): String = property
  }
  case object Session extends Source("session")
  case object Cluster extends Source("cluster")

  /** The policies file of the cluster. */
  final case class File(path: String, line: Int) extends Source("file") {
    override def keyOf(property: String): String = s"$path, line $line"
  }
  case object Default extends Source("default")

  /** From the cluster, its file, or its default: table or session ask for less, and only the lock keeps it in force. */
  final case class Lock(floor: Source) extends Source("lock") {
    override def keyOf(property: String): String = floor.keyOf(property)
  }
}
