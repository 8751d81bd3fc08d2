package io.deltaward.concurrency.reads

/** The relation of a statement's reads to the table that it writes. Of several, the last in this order counts. */
sealed abstract class Reads(private val rank: Int)

object Reads {

  /** The transaction records everything that is read of the table. */
  case object Recorded extends Reads(0)

  /**
   * The transaction records everything if all files of the table are in its own directory. Files elsewhere are then another
   * table's.
   */
  case object RecordedUnlessCloned extends Reads(1)

  /** Something is read that may or may not be the table. */
  case object Unknown extends Reads(2)

  /** The table is read past its transaction. */
  case object Unrecorded extends Reads(3)

  /** The table is read past its transaction, from rows in Spark's cache. Reading again gives the same rows. */
  case object Cached extends Reads(4)

  def arePastTransaction(reads: Reads): Boolean = reads == Unrecorded || reads == Cached

  def worst(of: Iterable[Reads]): Reads = of.maxByOption(_.rank).getOrElse(Recorded)
}
