package io.deltaward.bench.jvms

import scala.annotation.tailrec
import scala.util.{Failure, Try}

import io.delta.exceptions.DeltaConcurrentModificationException
import org.apache.spark.sql.SparkSession

/**
 * Updates its key, round after round. Runs a statement that fails with a conflict again at once, while there is
 * time.
 */
final class Writer(session: SparkSession, task: Task, key: Int) {

  private val end = System.nanoTime() + task.seconds * 1000000000L

  def updates: Seq[Update] = (1 to task.rounds).iterator.takeWhile(_ => hasTime).map(update).toSeq

  private def hasTime: Boolean = System.nanoTime() < end

  private def update(round: Int): Update = {
    val (start, before) = (System.nanoTime(), CountingLogStore.count)
    val outcomes = run(CounterTable.update(task.table, key, round), Nil)
    Update(
      key,
      round,
      outcomes.exists(_.isSuccess),
      outcomes.size,
      CountingLogStore.count - before,
      (System.nanoTime() - start) / 1e6,
      outcomes.collect { case Failure(error) => error.toString.linesIterator.next() }
    )
  }

  /** Returns the outcome of each statement. Only the last can have committed. */
  @tailrec
  private def run(statement: String, before: Seq[Try[Unit]]): Seq[Try[Unit]] = {
    val outcomes = before :+ Try(session.sql(statement).collect(): Unit)
    outcomes.last match {
      case Failure(_: DeltaConcurrentModificationException) if hasTime => run(statement, outcomes)
      case _ => outcomes
    }
  }
}
