package io.deltaward.serializability.schedule

import java.io.File

import scala.collection.mutable
import scala.util.{Failure, Success}

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{Row, SparkSession}

/**
 * Runs statements on one table in an order that is given, each on a thread of its own.
 *
 * Only one statement is ever on the move: the others have ended, or stand right before their commit. What a version
 * holds is therefore the same in every run of a schedule.
 *
 * @param table on a local path
 */
final class Interleaving(session: SparkSession, table: Path) {

  private val log = new File(new File(table.toUri), "_delta_log")

  /** Runs a statement up to its commit, then the winners on the caller's thread, then lets it commit. */
  def losing(statement: Statement)(winners: => Unit): Outcome = {
    val actor = new Actor(session, statement)
    try {
      actor.start()
      winners
      released(actor)
    } finally actor.abandon()
  }

  def losing(sql: String)(winners: => Unit): Outcome = losing(Statement.sql(sql))(winners)

  /** Runs a statement with nothing beside it. */
  def alone(statement: Statement): Outcome = losing(statement)(())

  /** What becomes of each statement, by its index. Every statement of a schedule is started once and released once. */
  def run(statements: Seq[Statement], steps: Seq[Step]): Seq[Ran] = {
    val actors = statements.map(new Actor(session, _))
    val reads = mutable.Map.empty[Int, Long]
    val outcomes = mutable.Map.empty[Int, Outcome]
    try {
      steps.foreach {
        case Step.Start(index) =>
          reads(index) = newestVersion
          actors(index).start()
        case Step.Release(index) =>
          outcomes(index) = released(actors(index))
      }
      statements.indices.map(i => Ran(statements(i), reads(i), outcomes(i)))
    } finally reads.keys.foreach(actors(_).abandon())
  }

  /** All statements read the newest version, and commit in this order of their indices. */
  def concurrently(statements: Seq[Statement], order: Seq[Int]): Seq[Ran] =
    run(statements, Step.concurrent(order))

  /** The newest version that the log lists. */
  def newestVersion: Long = versions.maxOption.getOrElse(-1L)

  private def released(actor: Actor): Outcome = {
    val before = newestVersion
    actor.release() match {
      case Success(rows) =>
        Outcome.Committed(versions.filter(_ > before).sorted, rows.headOption.flatMap(affected))
      case Failure(error) => Outcome.Aborted(error)
    }
  }

  private def affected(row: Row): Option[Long] =
    Option(row.schema)
      .filter(_.fieldNames.contains("num_affected_rows"))
      .map(_ => row.getAs[Long]("num_affected_rows"))
      .filter(_ >= 0)

  private def versions: Seq[Long] =
    Option(log.list()).toSeq.flatten.collect { case Interleaving.Commit(digits) => digits.toLong }
}

object Interleaving {
  private val Commit = raw"(\d{20})\.json".r
}
