package io.deltaward.serializability.proof

import scala.collection.mutable

import io.deltaward.serializability.model.Bag
import io.deltaward.serializability.search.{Committed, Level, SerialOrder}

/**
 * A history up to a version: what it has committed, and what the table is at each version.
 *
 * @param versions the first one is the table at the start, without a commit
 */
final case class Past(level: Level, log: Vector[LogEntry], versions: Vector[Table], contents: Vector[Bag]) {

  def version: Int = log.size

  def table: Table = versions.last

  /** What each statement would make of the newest version. */
  private val expected = mutable.HashMap.empty[String, Bag]

  /** One version more, or what is wrong with it. */
  def after(commit: LogEntry): Either[Violation, Past] =
    table.after(commit.actions, commit.written).left.map(violation(commit, _)).flatMap { next =>
      val found = next.contents
      val past = Past(level, log :+ commit, versions :+ next, contents :+ found)
      // What explains the version before, and then this commit, is an order of both levels.
      val inOrder = found == expected.getOrElseUpdate(
        commit.statement.name,
        commit.statement.op(contents.last).contents
      )
      if (inOrder || past.isExplained) Right(past)
      else Left(violation(commit, s"no order explains that it holds $found"))
    }

  /** By another order than that of the history. */
  private def isExplained: Boolean = level != Level.Serializable &&
    SerialOrder.unexplained(
      level,
      contents.head,
      log.map(c => Committed(c.read.toLong, c.version.toLong, c.statement.op, None)),
      contents.zipWithIndex.map { case (bag, version) => version.toLong -> bag }.toMap
    ).isEmpty

  private def violation(commit: LogEntry, what: String): Violation =
    Violation(level, contents.head, log :+ commit, what)
}

object Past {

  def of(level: Level, table: Table): Past =
    Past(level, Vector.empty, Vector(table), Vector(table.contents))
}
