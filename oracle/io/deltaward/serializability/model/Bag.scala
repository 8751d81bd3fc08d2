package io.deltaward.serializability.model

/**
 * Rows without order, each as often as it occurs: the contents of a table.
 *
 * @param hasLate whether the column `late` has come
 */
final case class Bag private (counts: Map[Record, Int], hasLate: Boolean) {

  def rows: Seq[Record] =
    counts.toSeq.sortBy(_._1).flatMap { case (row, count) => Seq.fill(count)(row) }

  def size: Long = counts.values.map(_.toLong).sum

  /** Rows that `other` has not, or not as often. */
  def minus(other: Bag): Bag = of(counts.map { case (row, count) =>
    row -> (count - other.counts.getOrElse(row, 0))
  })

  def plus(more: Iterable[Record]): Bag = of(rows ++ more)

  /** Other rows of the same columns. */
  def of(rows: Iterable[Record]): Bag = of(Bag.counted(rows))

  def withLate: Bag = copy(hasLate = true)

  override def toString: String =
    rows.map(row => if (hasLate) row.all else row.sql).mkString("{", " ", "}")

  private def of(counts: Map[Record, Int]): Bag = copy(counts = counts.filter(_._2 > 0))
}

object Bag {

  val empty: Bag = Bag(Nil)

  def apply(rows: Iterable[Record]): Bag = new Bag(counted(rows), hasLate = false)

  private def counted(rows: Iterable[Record]): Map[Record, Int] =
    rows.groupMapReduce(identity)(_ => 1)(_ + _)
}
