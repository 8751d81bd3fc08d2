package io.deltaward.serializability.proof

import scala.collection.mutable

import io.deltaward.serializability.model.Bag
import io.deltaward.serializability.search.{Committed, Level, SerialOrder}

/**
 * A history up to a version: its commits, and the table at each version.
 *
 * @param versions tables by version; the first is the start, without a commit
 */
final case class Past(level: Level, log: Vector[ModelCommit], versions: Vector[Table]) {

  def version: Int = log.size

  def table: Table = versions.last

  def contents: Seq[Bag] = versions.map(_.contents)

  /** The result of each statement on the newest version, by the name of the statement. */
  private val expected = mutable.HashMap.empty[String, Seq[Int]]

  /** Returns the history with one more commit, or what is wrong with it. */
  def append(commit: ModelCommit): Either[Violation, Past] =
    if (lacksChanges(commit)) Left(violation(commit, "the change data feed lacks what it removes"))
    else recorded(commit)

  /** Returns whether the commit began before the change data feed was on, and removes rows after that. */
  private def lacksChanges(commit: ModelCommit): Boolean =
    table.has(Alteration.ChangeFeed) && !versions(commit.read).has(Alteration.ChangeFeed) &&
      commit.winning.changes.touched.nonEmpty && commit.winning.changesRows

  private def recorded(commit: ModelCommit): Either[Violation, Past] =
    table.commit(commit.actions, commit.written).left.map(violation(commit, _)).flatMap { next =>
      val past = Past(level, log :+ commit, versions :+ next)
      // The order of the version before, followed by this commit, is allowed at both levels.
      val inOrder = next.numbers == expected.getOrElseUpdate(
        commit.statement.name,
        Table.numbers(
          commit.statement.op(table.contents).contents.rows.iterator.map(MemoryRow.fromRecord)
        )
      )
      if (inOrder || past.isExplained) Right(past)
      else Left(violation(commit, s"no order explains that it holds ${next.contents}"))
    }

  /** Returns whether another order than that of the history explains it. */
  private def isExplained: Boolean = level != Level.Serializable &&
    SerialOrder.unexplained(
      level,
      versions.head.contents,
      log.map(c => Committed(c.read.toLong, c.version.toLong, c.statement.op, None)),
      contents.zipWithIndex.map { case (bag, version) => version.toLong -> bag }.toMap
    ).isEmpty

  private def violation(commit: ModelCommit, what: String): Violation =
    Violation(level, versions.head.contents, log :+ commit, what)
}

object Past {

  def startWith(level: Level, table: Table): Past = Past(level, Vector.empty, Vector(table))
}
