package io.deltaward.serializability.proof

import org.apache.spark.sql.delta

import io.deltaward.serializability.search.Level

/**
 * All histories of transactions on one table, depth first.
 *
 * A transaction is seen by others when it commits, and not before. So a history is who commits after whom, and which version
 * each has read: at every version, each operation on each version so far may be the next to commit. What it has gone through
 * is kept with it, so that it meets each winner once.
 *
 * @param transactions the greatest number of commits in a history
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
    val past = Past.of(level, start)
    explore(past, 0L, begun(past))
    Explored(fingerprints.distinct, commits, resolved, aborts, shortest.toSeq)
  }

  private def begun(past: Past): Seq[UnderWay] =
    menu.flatMap(UnderWay.of(_, past.table, past.version, ofDelta))

  private def explore(past: Past, fingerprint: Long, underWay: Seq[UnderWay]): Unit =
    underWay.foreach { next =>
      val commit = next.committed(past.version + 1)
      val history = Fingerprints.after(fingerprint, commit)
      commits += 1
      fingerprints.add(history)
      past.after(commit) match {
        case Left(violation) =>
          if (shortest.forall(_.log.size > violation.log.size)) shortest = Some(violation)
        case Right(now) =>
          if (now.version < transactions)
            explore(now, history, underWay.flatMap(met(_, commit, now)) ++ begun(now))
      }
    }

  private def met(loser: UnderWay, winner: LogEntry, now: Past): Option[UnderWay] =
    loser.past(winner, now.table, model) match {
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

  /** The shortest violation: histories of one transaction more are looked at as long as there is none. */
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
