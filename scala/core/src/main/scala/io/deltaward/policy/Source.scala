package io.deltaward.policy

/** The source of a setting in force. */
sealed abstract class Source(override val toString: String) extends Serializable {

  /** Returns where the source sets `property`: a table property, a setting, or a line of a file. */
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

  /** The cluster's setting, file or default, kept in force by the lock: table or session ask for less. */
  final case class Lock(floor: Source) extends Source("lock") {
    override def keyOf(property: String): String = floor.keyOf(property)
  }
}
