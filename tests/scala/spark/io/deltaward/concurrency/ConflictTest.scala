package io.deltaward.concurrency

import scala.util.Try

import org.apache.hadoop.fs.Path

import io.deltaward.commands.CommandTest
import io.deltaward.concurrency.Expected._
import org.apache.spark.sql.delta.deltaward.BeforeFirstAttempt

/**
 * Two or more commits on one table, at both isolation levels. What commits is compared with the same statements run one
 * after the other on a copy of the table.
 */
trait ConflictTest extends CommandTest {

  /** Rows `id` 1 to 10, `x` from 1 to 10 and `s` in one file, with deletion vectors. */
  val TenRows: Seq[String] = Seq(
    "CREATE TABLE t (id BIGINT, x INT, s STRING) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'a' FROM range(1, 11)"
  )

  def withProperties(setup: Seq[String], properties: String*): Seq[String] =
    setup ++ properties.map(p => s"ALTER TABLE t SET TBLPROPERTIES ($p)")

  /** The same outcome at both levels. */
  def scenario(
      name: String,
      setup: Seq[String] = TenRows
  )(winners: String*)(loser: String)(expected: Expected): Unit =
    scenarioByLevel(name, setup)(winners: _*)(loser)(expected, expected)

  def scenarioByLevel(
      name: String,
      setup: Seq[String] = TenRows
  )(winners: String*)(
      loser: String
  )(writeSerializable: Expected, serializable: Expected): Unit =
    Seq("WriteSerializable" -> writeSerializable, "Serializable" -> serializable).foreach {
      case (level, expected) =>
        test(s"$name, under $level") {
          val original = made(setup, level)
          check(copyOf(original), copyOf(original), winners, loser, expected)
        }
    }

  private val tables = scala.collection.mutable.Map.empty[(Seq[String], String), Path]

  /** A table as these statements make it; to be copied, not changed. */
  def made(setup: Seq[String], level: String): Path =
    tables.getOrElseUpdate(
      (setup, level), {
        val path = temporaryTable()
        withConf("spark.databricks.delta.properties.defaults.isolationLevel" -> level)(
          setup.foreach(run(path, _))
        )
        path
      }
    )

  def check(
      path: Path,
      copy: Path,
      winners: Seq[String],
      loser: String,
      expected: Expected
  ): Unit = {
    val outcome = race(path, loser)(winners.foreach(run(path, _)))
    expected match {
      case Last => outcome.get; (winners :+ loser).foreach(run(copy, _))
      case First => outcome.get; (loser +: winners).foreach(run(copy, _))
      case Fails(exception) =>
        val thrown = outcome.fold(conflictIn, _ => "none: it committed")
        val _ = assert(thrown == exception, outcome)
        winners.foreach(run(copy, _))
    }
    val _ = assert(content(path) == content(copy))
  }

  /** Runs `loser` up to its first attempt, then the winners, then lets it go on. */
  def race(path: Path, loser: String)(winners: => Unit): Try[Unit] =
    BeforeFirstAttempt.run(elsewhere(winners))(Try(run(path, loser)))

  /** A thread of its own: a transaction is bound to its thread. */
  def elsewhere(body: => Unit): Unit = {
    var failure: Option[Throwable] = None
    val thread = new Thread(() =>
      try body
      catch { case error: Throwable => failure = Some(error) }
    )
    thread.start()
    thread.join()
    failure.foreach(throw _)
  }

  /** A statement that says `t` for the table. */
  def run(path: Path, statement: String): Unit =
    spark.sql(TableName.replaceAllIn(statement, m => s"${m.group(1)} ${named(path)}")): Unit

  private val TableName = "(?i)\\b(FROM|INTO|UPDATE|TABLE|OPTIMIZE) t\\b(?!\\.)".r

  /** All rows, read without anything that Delta has cached. */
  def content(path: Path): Seq[String] = {
    org.apache.spark.sql.delta.DeltaLog.clearCache()
    sql(s"SELECT * FROM ${named(path)}").map(_.toString).toSeq.sorted
  }

  private def conflictIn(error: Throwable): String =
    Iterator
      .iterate(error)(_.getCause)
      .takeWhile(_ != null)
      .map(_.getClass.getSimpleName)
      .find(_.endsWith("Exception"))
      .getOrElse(error.getClass.getName)
}
