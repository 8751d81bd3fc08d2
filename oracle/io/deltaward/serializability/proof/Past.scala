package io.deltaward.serializability.proof

import scala.collection.mutable

import io.deltaward.serializability.model.Bag
import io.deltaward.serializability.search.{Committed, Level, SerialOrder}

/**
 * A history up to a version: what it has committed, and what the table is at each version.
 *
 * @param versions the first one is the table at the start, without a commit
 */
final case class Past(level: Level, log: Vector[LogEntry], versions: Vector[Table]) {

  def version: Int = log.size

  def table: Table = versions.last

  def contents: Seq[Bag] = versions.map(_.contents)

  /** What each statement would make of the newest version. */
  private val expected = mutable.HashMap.empty[String, Seq[Int]]

  /** One version more, or what is wrong with it. */
  def after(commit: LogEntry): Either[Violation, Past] =
    if (lacksChanges(commit)) Left(violation(commit, "the change data feed lacks what it removes"))
    else recorded(commit)

  /** It began before the feed was there, and comes after that. */
  private def lacksChanges(commit: LogEntry): Boolean =
    table.has(Alteration.ChangeFeed) && !versions(commit.read).has(Alteration.ChangeFeed) &&
      commit.winning.changes.touched.nonEmpty && commit.winning.changesRows

  private def recorded(commit: LogEntry): Either[Violation, Past] =
    table.after(commit.actions, commit.written).left.map(violation(commit, _)).flatMap { next =>
      val past = Past(level, log :+ commit, versions :+ next)
      // What explains the version before, and then this commit, is an order of both levels.
      val inOrder = next.numbers == expected.getOrElseUpdate(
        commit.statement.name,
        Table.numbers(commit.statement.op(table.contents).contents.rows.iterator.map(MemoryRow.of))
      )
      if (inOrder || past.isExplained) Right(past)
      else Left(violation(commit, s"no order explains that it holds ${next.contents}"))
    }

  /** By another order than that of the history. */
  private def isExplained: Boolean = level != Level.Serializable &&
    SerialOrder.unexplained(
      level,
      versions.head.contents,
      log.map(c => Committed(c.read.toLong, c.version.toLong, c.statement.op, None)),
      contents.zipWithIndex.map { case (bag, version) => version.toLong -> bag }.toMap
    ).isEmpty

  private def violation(commit: LogEntry, what: String): Violation =
    Violation(level, versions.head.contents, log :+ commit, what)
}

object Past {

  def of(level: Level, table: Table): Past = Past(level, Vector.empty, Vector(table))
}
