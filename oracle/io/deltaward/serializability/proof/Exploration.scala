package io.deltaward.serializability.proof

import org.apache.spark.sql.delta

import io.deltaward.serializability.search.Level

/**
 * Explores all histories of transactions on one table, depth first.
 *
 * Others see a transaction only once it commits. So a history is the order of the commits and the version that each
 * has read. At every version, each operation on each version so far may be the next to commit. A transaction under way
 * keeps the effect of the winning commits so far, so that it meets each once.
 *
 * @param transactions greatest number of commits in a history
 */
final class Exploration(
    level: Level,
    start: Table,
    menu: Seq[Statement],
    transactions: Int,
    model: Model
) {

  private val ofDelta = Exploration.ofDelta(level)
  private val fingerprints = new Fingerprints
  private var commits = 0L
  private var resolved = 0L
  private var aborts = 0L
  private var shortest = Option.empty[Violation]

  def run(): Explored = {
    val past = Past.startWith(level, start)
    explore(past, 0L, begun(past))
    Explored(fingerprints.distinct, commits, resolved, aborts, shortest.toSeq)
  }

  private def begun(past: Past): Seq[UnderWay] =
    menu.flatMap(UnderWay.begin(_, past.table, past.version, ofDelta))

  private def explore(past: Past, fingerprint: Long, underWay: Seq[UnderWay]): Unit =
    underWay.foreach { next =>
      val commit = next.committed(past.version + 1)
      val history = Fingerprints.extend(fingerprint, commit)
      commits += 1
      fingerprints.add(history)
      past.append(commit) match {
        case Left(violation) =>
          if (shortest.forall(_.log.size > violation.log.size)) shortest = Some(violation)
        case Right(now) =>
          if (now.version < transactions)
            explore(now, history, underWay.flatMap(met(_, commit, now)) ++ begun(now))
      }
    }

  private def met(loser: UnderWay, winner: ModelCommit, now: Past): Option[UnderWay] =
    loser.resolve(winner, now.table, model) match {
      case Right(after) =>
        if (after.losing ne loser.losing) resolved += 1
        Some(after)
      case Left(_) =>
        aborts += 1
        None
    }
}

object Exploration {

  def ofDelta(level: Level): delta.IsolationLevel = level match {
    case Level.Serializable => delta.Serializable
    case Level.WriteSerializable => delta.WriteSerializable
  }

  /** Returns the shortest violation, if any. Explores longer histories only while there is none. */
  def shortest(
      level: Level,
      start: Table,
      menu: Seq[Statement],
      transactions: Int,
      model: => Model
  ): Option[Violation] =
    Iterator.range(1, transactions + 1)
      .flatMap(most => new Exploration(level, start, menu, most, model).run().violations)
      .nextOption()
}
