package io.deltaward.serializability.schedule

import java.io.File

import scala.collection.mutable
import scala.util.{Failure, Success}

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession

/**
 * Runs statements on one table in a given order, each on its own thread.
 *
 * Only one statement runs at a time. The others have ended, or wait before a transaction or a commit. So each version
 * has the same contents in every run of a schedule.
 *
 * @param session session of statements that come without an actor
 * @param table   table on a local path
 */
final class Interleaving(session: SparkSession, table: Path) {

  private val log = new File(new File(table.toUri), "_delta_log")

  /** Runs a statement up to its commit, then the winning commits on the caller's thread, then lets it commit. */
  def losing(statement: Statement)(winners: => Unit): Outcome = {
    val actor = new HeldActor(session, statement)
    try {
      actor.start()
      winners
      released(actor)
    } finally actor.abandon()
  }

  def losing(sql: String)(winners: => Unit): Outcome = losing(Statement(sql))(winners)

  /** Runs a statement with nothing beside it. */
  def alone(statement: Statement): Outcome = losing(statement)(())

  /**
   * Runs a schedule, which starts and releases each statement once. Returns what becomes of each.
   *
   * @param keep does the upkeep that a schedule asks for
   */
  def run(statements: Seq[(Statement, Actor)], steps: Seq[Step])(keep: Upkeep => Any): Course = {
    val begun = mutable.Set.empty[Int]
    val reads = mutable.Map.empty[Int, Long]
    val outcomes = mutable.Map.empty[Int, Outcome]
    val kept = Vector.newBuilder[Long]
    val early = mutable.Map.empty[Int, Seq[Long]].withDefaultValue(Nil)
    def actor(index: Int): Actor = statements(index)._2
    try {
      steps.foreach {
        case Step.Analyse(index) =>
          begun += index
          actor(index).analyse()
        case Step.Start(index) =>
          begun += index
          reads(index) = newestVersion
          actor(index).start()
        case Step.Attempt(index) => early(index) = newVersions(actor(index).attempt())._2
        case Step.Release(index) => outcomes(index) = released(actor(index), early(index))
        case Step.Keep(task) => kept ++= newVersions(keep(task))._2
      }
      val ran = statements.indices.map(i => Ran(statements(i)._1, reads(i), outcomes(i)))
      Course(ran, kept.result())
    } finally begun.foreach(actor(_).abandon())
  }

  /** Runs statements that all read the newest version, and commit in this order of their indices. */
  def concurrently(statements: Seq[Statement], order: Seq[Int]): Seq[Ran] =
    run(statements, Step.concurrent(order))

  def run(statements: Seq[Statement], steps: Seq[Step]): Seq[Ran] =
    run(statements.map(s => s -> new HeldActor(session, s)), steps)(_ => ()).ran

  /** The newest version that the log lists. */
  def newestVersion: Long = versions.maxOption.getOrElse(-1L)

  /** @param early versions that its early attempt has already committed */
  private def released(actor: Actor, early: Seq[Long] = Nil): Outcome =
    newVersions(actor.release()) match {
      case (Success(affected), versions) => Outcome.Committed(early ++ versions, affected)
      case (Failure(error), _) => Outcome.Aborted(error)
    }

  private def newVersions[A](body: => A): (A, Seq[Long]) = {
    val before = newestVersion
    val result = body
    (result, versions.filter(_ > before).sorted)
  }

  private def versions: Seq[Long] =
    Option(log.list()).toSeq.flatten.collect { case Interleaving.Commit(digits) => digits.toLong }
}

object Interleaving {
  private val Commit = raw"(\d{20})\.json".r
}
