package io.deltaward.clients

/**
 * The outcome when a client accesses a table.
 *
 * @param rank order in which verdicts prevail when several features are judged together. A client that refuses never
 *             returns wrong rows, and an unknown outcome is never a success
 */
sealed abstract class Verdict(override val toString: String, val rank: Int) extends Serializable {

  /** Checks whether the access certainly works, at worst with a documented loss. */
  final def works: Boolean = rank < Verdict.Unknown.rank
}

object Verdict {

  /** Works. */
  case object Ok extends Verdict("OK", 0)

  /** Works, with a documented loss. */
  case object Degraded extends Verdict("DEGRADED", 1)

  /** There is no evidence. */
  case object Unknown extends Verdict("UNKNOWN", 2)

  /** Opens the table and returns or writes wrong data. */
  case object SilentlyWrong extends Verdict("SILENTLY_WRONG", 3)

  /** Writes so that others can no longer read the table, or read wrong rows that the client did not write. */
  case object HarmsOthers extends Verdict("HARMS_OTHERS", 4)

  /** Refuses with an error. */
  case object Blocked extends Verdict("BLOCKED", 5)

  /** The client does not offer the access for any table. */
  case object NotOffered extends Verdict("NOT_OFFERED", 6)

  /** The reason why a client cannot write what it cannot read. */
  val MustRead = "to write, it must also read"

  val all: Seq[Verdict] =
    Seq(Ok, Degraded, Unknown, SilentlyWrong, HarmsOthers, Blocked, NotOffered)

  /** The verdicts that a condition on reading may have. */
  val ofReading: Seq[Verdict] = Seq(Degraded, Unknown, SilentlyWrong, Blocked)

  /** The verdicts that a condition on writing may have. */
  val ofWriting: Seq[Verdict] = ofReading :+ HarmsOthers

  /** Returns the verdict that prevails; OK if there are none. */
  def prevailing(verdicts: Iterable[Verdict]): Verdict = verdicts.maxByOption(_.rank).getOrElse(Ok)
}
