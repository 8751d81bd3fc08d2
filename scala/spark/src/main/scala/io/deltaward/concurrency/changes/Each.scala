package io.deltaward.concurrency.changes

/** Applies a function to each item. Returns all results, or the first obstacle. */
private[concurrency] object Each {
  def apply[A, L, B](items: Seq[A])(f: A => Either[L, B]): Either[L, Seq[B]] =
    items.foldLeft[Either[L, Vector[B]]](Right(Vector.empty)) { (soFar, item) =>
      soFar.flatMap(done => f(item).map(done :+ _))
    }
}
