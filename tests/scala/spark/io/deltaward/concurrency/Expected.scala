package io.deltaward.concurrency

/** The expected outcome of the statement that lost the race for a version. */
sealed trait Expected {

  /** Returns the statements that take effect, in order. */
  def order(winners: Seq[String], loser: String): Seq[String]
}

object Expected {

  /** Commits, and the table is as if the loser had run last. */
  case object Last extends Expected {
    override def order(winners: Seq[String], loser: String): Seq[String] = winners :+ loser
  }

  /** Commits, and the table is as if the loser had run first. Only before blind appends, under WriteSerializable. */
  case object First extends Expected {
    override def order(winners: Seq[String], loser: String): Seq[String] = loser +: winners
  }

  /** Fails with this exception of Delta's, and the table is as the winners left it. */
  final case class Fails(exception: String) extends Expected {
    override def order(winners: Seq[String], loser: String): Seq[String] = winners
  }

  val Append: Fails = Fails("ConcurrentAppendException")
  val DeleteRead: Fails = Fails("ConcurrentDeleteReadException")
  val MetadataChanged: Fails = Fails("MetadataChangedException")
}
