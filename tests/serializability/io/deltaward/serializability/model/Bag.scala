package io.deltaward.serializability.model

/** Rows without order, each as often as it occurs: the contents of a table. */
final case class Bag private (counts: Map[Record, Int]) {

  def rows: Seq[Record] =
    counts.toSeq.sortBy(_._1).flatMap { case (row, count) => Seq.fill(count)(row) }

  def size: Long = counts.values.map(_.toLong).sum

  /** Rows that `other` has not, or not as often. */
  def minus(other: Bag): Bag = Bag.ofCounts(counts.map { case (row, count) =>
    row -> (count - other.counts.getOrElse(row, 0))
  })

  def plus(other: Bag): Bag = Bag(rows ++ other.rows)

  override def toString: String = rows.map(_.sql).mkString("{", " ", "}")
}

object Bag {

  val empty: Bag = ofCounts(Map.empty)

  def apply(rows: Iterable[Record]): Bag = ofCounts(rows.groupMapReduce(identity)(_ => 1)(_ + _))

  private def ofCounts(counts: Map[Record, Int]): Bag = new Bag(counts.filter(_._2 > 0))
}
