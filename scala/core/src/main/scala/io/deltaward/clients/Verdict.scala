package io.deltaward.clients

/**
 * What happens when a client touches a table.
 *
 * @param rank how it prevails over others when several features are judged together: a client that refuses never gets
 *             to return wrong rows, and what is not known is never a success
 */
sealed abstract class Verdict(override val toString: String, val rank: Int) extends Serializable {

  /** Whether it surely works, at worst with a documented loss. */
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

  /** Writes so that others cannot read the table any more, or read wrong rows that it did not write. */
  case object HarmsOthers extends Verdict("HARMS_OTHERS", 4)

  /** Refuses with an error. */
  case object Blocked extends Verdict("BLOCKED", 5)

  /** There is no such access, whatever the table. */
  case object NotOffered extends Verdict("NOT_OFFERED", 6)

  /** Why a client cannot write what it cannot read. */
  val MustRead = "it must read what it writes to"

  val all: Seq[Verdict] =
    Seq(Ok, Degraded, Unknown, SilentlyWrong, HarmsOthers, Blocked, NotOffered)

  /** What a table can have to do with reading it: the verdicts that a condition may have. */
  val ofReading: Seq[Verdict] = Seq(Degraded, Unknown, SilentlyWrong, Blocked)

  /** Likewise of writing it. */
  val ofWriting: Seq[Verdict] = ofReading :+ HarmsOthers

  /** The one that prevails; OK where there is none. */
  def prevailing(verdicts: Iterable[Verdict]): Verdict = verdicts.maxByOption(_.rank).getOrElse(Ok)
}
