package io.deltaward.concurrency.reads

/** How the reads of a statement relate to the table that it writes. Of several, the last in this order counts. */
sealed abstract class Reads(private val rank: Int)

object Reads {

  /** The transaction records all that is read of the table. */
  case object Recorded extends Reads(0)

  /** The same, provided that all files of the table are in its own directory: then files elsewhere are another table's. */
  case object RecordedUnlessCloned extends Reads(1)

  /** Something is read of which it is not known whether it is the table. */
  case object Unknown extends Reads(2)

  /** The table is read past its transaction. */
  case object Unrecorded extends Reads(3)

  /** The same, and the rows are ones that Spark holds in its cache: who reads again gets them again. */
  case object Cached extends Reads(4)

  def arePastTransaction(reads: Reads): Boolean = reads == Unrecorded || reads == Cached

  def worst(of: Iterable[Reads]): Reads = of.maxByOption(_.rank).getOrElse(Recorded)
}
