package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}

import scala.collection.mutable
import scala.util.Try

import org.apache.hadoop.fs.Path
import org.scalatest.Tag

import io.deltaward.{Exhaustive, MadeTables}
import io.deltaward.commands.CommandTest
import io.deltaward.concurrency.Expected._
import io.deltaward.conf.DeltawardConf
import io.deltaward.errors.ExplainedConflict
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery
import org.apache.spark.sql.delta.deltaward.Once

/**
 * Runs two or more commits on one table, at both isolation levels. Compares the result with the same statements run
 * one after the other on a copy of the table.
 */
trait ConflictTest extends CommandTest {

  private val WriteSerializable = "WriteSerializable"
  private val Serializable = "Serializable"

  /** Rows `id` 1 to 10, `x` from 1 to 10 and `s` in one file, with deletion vectors. */
  val TenRows: Seq[String] = Seq(
    "CREATE TABLE t (id BIGINT, x INT, s STRING) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'a' FROM range(1, 11)"
  )

  def withProperties(setup: Seq[String], properties: String*): Seq[String] =
    setup ++ properties.map(p => s"ALTER TABLE t SET TBLPROPERTIES ($p)")

  /** Defines a test at each level. `make test` tries the stricter one. */
  def atBothLevels(name: String, tags: Tag*)(body: String => Any): Unit =
    Seq(WriteSerializable, Serializable).foreach { level =>
      test(s"$name, under $level", tags ++ Exhaustive.unless(level == Serializable): _*)(
        body(level)
      )
    }

  /** Tests for the same outcome at both levels. `make test` tries the level at which it is harder to reach. */
  def scenario(
      name: String,
      setup: Seq[String] = TenRows,
      tags: Seq[Tag] = Nil
  )(winners: String*)(loser: String)(expected: Expected): Unit = {
    val harder = expected match {
      case Last | First => Serializable
      case Fails(_) => WriteSerializable
    }
    Seq(WriteSerializable, Serializable).foreach { level =>
      val all = tags ++ Exhaustive.unless(level == harder)
      scenarioAt(level, name, setup, all)(winners, loser, expected)
    }
  }

  /** Defines a scenario that `make test` leaves out: another one ends the same way, for the same reason. */
  def variant(
      name: String,
      setup: Seq[String] = TenRows
  )(winners: String*)(loser: String)(expected: Expected): Unit =
    scenario(name, setup, Seq(Exhaustive))(winners: _*)(loser)(expected)

  def scenarioByLevel(
      name: String,
      setup: Seq[String] = TenRows,
      tags: Seq[Tag] = Nil
  )(winners: String*)(
      loser: String
  )(writeSerializable: Expected, serializable: Expected): Unit = {
    scenarioAt(WriteSerializable, name, setup, tags)(winners, loser, writeSerializable)
    scenarioAt(Serializable, name, setup, tags)(winners, loser, serializable)
  }

  /** Like `scenarioByLevel`, but `make test` leaves out WriteSerializable: another scenario ends the same way. */
  def scenarioUnderSerializable(name: String, setup: Seq[String] = TenRows)(winners: String*)(
      loser: String
  )(writeSerializable: Expected, serializable: Expected): Unit = {
    scenarioAt(WriteSerializable, name, setup, Seq(Exhaustive))(winners, loser, writeSerializable)
    scenarioAt(Serializable, name, setup, Nil)(winners, loser, serializable)
  }

  private def scenarioAt(level: String, name: String, setup: Seq[String], tags: Seq[Tag])(
      winners: Seq[String],
      loser: String,
      expected: Expected
  ): Unit = {
    test(s"$name, under $level", tags: _*) {
      check(copyOf(made(setup, level)), setup, winners, loser, expected)
    }

    test(s"$name, under $level: what Delta alone commits is the same", Exhaustive) {
      val path = copyOf(made(setup, level))
      val alone = withConf(DeltawardConf.ROW_LEVEL_ENABLED.key -> "false") {
        race(path, loser)(winners.foreach(run(path, _)))
      }
      if (alone.isSuccess)
        assert(content(path) == contentAfter(setup, expected.order(winners, loser)))
    }
  }

  /** Returns the table that these statements make. Copy it; do not change it. */
  def made(setup: Seq[String], level: String): Path =
    MadeTables.made(setup, level) { path =>
      withConf("spark.databricks.delta.properties.defaults.isolationLevel" -> level)(
        setup.foreach(run(path, _))
      )
    }

  /** @param path a copy of what `setup` makes */
  def check(
      path: Path,
      setup: Seq[String],
      winners: Seq[String],
      loser: String,
      expected: Expected
  ): Unit = {
    var afterWinners = path
    val outcome = race(path, loser) {
      winners.foreach(run(path, _))
      afterWinners = copyOf(path)
    }
    val _ = expected match {
      case Last =>
        outcome.get
        run(afterWinners, loser)
        val serial = rowsOf(afterWinners)
        assert(content(path) == serial)
      case First =>
        outcome.get
        val serial = contentAfter(setup, loser +: winners)
        assert(content(path) == serial)
      case Fails(exception) =>
        val thrown = outcome.fold(conflictIn, _ => "none: it committed")
        assert(thrown == exception, outcome)
        assert(commits(path) == commits(afterWinners))
    }
  }

  /** Returns the text of every commit, by the name of its file. */
  private def commits(path: Path): Map[String, String] =
    LogSurgery.files(path).collect { case (name, LogFile.Commit(_)) =>
      name -> LogSurgery.text(path, name)
    }

  /** Returns all rows after these statements ran one after the other. They are the same at both levels. */
  def contentAfter(setup: Seq[String], order: Seq[String]): Seq[String] =
    ConflictTest.contents.getOrElseUpdate(
      setup ++ order, {
        val path = copyOf(made(setup, Serializable))
        order.foreach(run(path, _))
        rowsOf(path)
      }
    )

  /** Runs `loser` up to its first attempt, then the winners, then the rest of `loser`. */
  def race(path: Path, loser: String)(winners: => Unit): Try[Unit] =
    Once.beforeAttempt(elsewhere(winners))(Try(run(path, loser)))

  /** Runs `body` on another thread, since a transaction is bound to its thread. */
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

  /** Commits as another JVM does: this JVM's cache does not learn of it. */
  def byAnotherJvm(path: Path, statement: String): Unit = {
    val other = copyOf(path)
    run(other, statement)
    val (from, to) = (JPath.of(other.toUri), JPath.of(path.toUri))
    val made = Files.walk(from)
    try made.filter(Files.isRegularFile(_)).forEach { file =>
        val there = to.resolve(from.relativize(file))
        if (!Files.exists(there) && !file.getFileName.toString.endsWith(".crc")) {
          Files.createDirectories(there.getParent)
          Files.copy(file, there): Unit
        }
      }
    finally made.close()
  }

  /** Runs a statement that says `t` for the table. */
  def run(path: Path, statement: String): Unit =
    spark.sql(TableName.replaceAllIn(statement, m => s"${m.group(1)} ${named(path)}")): Unit

  private val TableName = "(?i)\\b(FROM|INTO|UPDATE|TABLE|OPTIMIZE) t\\b(?!\\.)".r

  /** Returns all rows as Delta reads them, without anything that it has cached. */
  def content(path: Path): Seq[String] = {
    org.apache.spark.sql.delta.DeltaLog.clearCache()
    rowsOf(path)
  }

  private def rowsOf(path: Path): Seq[String] =
    sql(s"SELECT * FROM ${named(path)}").map(_.toString).toSeq.sorted

  /** Returns the extension's explanation of a conflict that stays. */
  def explained(error: Throwable): ExplainedConflict =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null)
      .collectFirst { case found: ExplainedConflict => found }.get

  def reasonOf(error: Throwable): String = explained(error).explanation.why.reason

  private def conflictIn(error: Throwable): String =
    Iterator
      .iterate(error)(_.getCause)
      .takeWhile(_ != null)
      .map(_.getClass.getSimpleName)
      .find(_.endsWith("Exception"))
      .getOrElse(error.getClass.getName)
}

private object ConflictTest {

  /** Contents that the suites of a JVM find once, for all of them. */
  val contents: mutable.Map[Seq[String], Seq[String]] = mutable.Map.empty
}
