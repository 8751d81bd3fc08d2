package io.deltaward.serializability.model

/**
 * The contents of a table, as a multiset of rows.
 *
 * @param hasLate whether the table has the column `late`
 */
final case class Bag private (counts: Map[Record, Int], hasLate: Boolean) {

  def rows: Seq[Record] =
    counts.toSeq.sortBy(_._1).flatMap { case (row, count) => Seq.fill(count)(row) }

  def size: Long = counts.values.map(_.toLong).sum

  /** Returns the rows that `other` lacks or has less often. */
  def minus(other: Bag): Bag = count(counts.map { case (row, count) =>
    row -> (count - other.counts.getOrElse(row, 0))
  })

  def plus(more: Iterable[Record]): Bag = withRows(rows ++ more)

  /** Returns other rows of the same columns. */
  def withRows(rows: Iterable[Record]): Bag = count(Bag.counted(rows))

  def withLate: Bag = copy(hasLate = true)

  override def toString: String =
    rows.map(row => if (hasLate) row.all else row.sql).mkString("{", " ", "}")

  private def count(counts: Map[Record, Int]): Bag = copy(counts = counts.filter(_._2 > 0))
}

object Bag {

  val empty: Bag = Bag(Nil)

  def apply(rows: Iterable[Record]): Bag = new Bag(counted(rows), hasLate = false)

  private def counted(rows: Iterable[Record]): Map[Record, Int] =
    rows.groupMapReduce(identity)(_ => 1)(_ + _)
}
