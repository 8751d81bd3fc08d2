package io.deltaward.serializability.search

import io.deltaward.serializability.model.Bag

/**
 * Looks for a serial order of the committed transactions that explains the contents of a table, at every version.
 *
 * The commits up to a version are a history of their own: a reader there may only see the outcome of a serial order of
 * them. So each version gets its own search.
 */
object SerialOrder {

  /** A version that no serial order explains. `nearest` is what the order of the history would give. */
  final case class Unexplained(version: Long, found: Bag, nearest: Bag)

  /**
   * @param start     contents before the first of `committed`
   * @param committed transactions in the order of their versions
   * @param contents  contents of the table at each of their versions
   */
  def unexplained(
      level: Level,
      start: Bag,
      committed: Seq[Committed],
      contents: Map[Long, Bag]
  ): Option[Unexplained] =
    committed.inits.toSeq.reverse.drop(1).collectFirst {
      case history if !explains(level, start, history, contents(history.last.version)) =>
        val version = history.last.version
        Unexplained(version, contents(version), replay(start, history))
    }

  def replay(start: Bag, order: Seq[Committed]): Bag =
    order.foldLeft(start)((bag, next) => next.op(bag).contents)

  private def explains(level: Level, now: Bag, left: Seq[Committed], found: Bag): Boolean =
    if (left.isEmpty) now == found
    else
      left.indices.exists { i =>
        val next = left(i)
        left.take(i).forall(level.mayFollow(_, next)) && {
          val effect = next.op(now)
          val sameCount = next.affected.zip(effect.affected).forall { case (a, b) => a == b }
          sameCount && explains(level, effect.contents, left.patch(i, Nil, 1), found)
        }
      }
}
