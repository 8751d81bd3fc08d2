package io.deltaward.serializability.histories

import java.io.File
import java.nio.file.Files

import scala.util.control.NonFatal

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{Row, SparkSession}

import io.deltaward.serializability.log._
import io.deltaward.serializability.model.{Bag, Record}
import io.deltaward.serializability.schedule.{Interleaving, Outcome, Ran, Statement}

/**
 * Runs histories, each on a table of its own that goes with it.
 *
 * @param session of the statements
 * @param reader  a session that takes no part in them
 */
final class Runner(session: SparkSession, reader: SparkSession) {

  /** Makes the table of a history, hands it to `body`, and removes it. */
  def made[A](history: History)(body: Path => A): A = {
    val folder = Files.createTempDirectory("deltaward-history").toFile
    try {
      val table = new Path(new File(folder, "table").toURI)
      val alone = new Interleaving(session, table)
      history.setup(s"delta.`$table`").foreach { sql =>
        Runner.required(alone.alone(Statement.sql(sql)))
      }
      body(table)
    } finally FileUtils.deleteDirectory(folder)
  }

  def run(history: History, depth: Depth): Result = made(history)(runOn(_, history, depth))

  /** @param made the table of the history as it is at its start; it stays so */
  def runOn(made: Path, history: History, depth: Depth): Result =
    TableCopy.of(made)(judged(history, _, depth))

  private def judged(history: History, table: Path, depth: Depth): Result = {
    val name = s"delta.`$table`"
    val statements = history.ops.map(op => Statement.sql(op.sql(name)))
    val ran = new Interleaving(session, table).run(statements, history.steps)
    val log = Log.of(table)
    val versions = history.startVersion to log.newest
    val contents = Contents.of(log, versions)
    val deep = depth match {
      case Depth.Log => Nil
      case Depth.Rows =>
        Runner.orUnreadable(StructuralValidator.ofRows(table, versions, session, reader)) ++
          Runner.orUnreadable(StructuralValidator.ofCopies(table, reader)) ++
          Runner.orUnreadable(readers(log, contents))
    }
    val problems = Judge.problems(history, ran, contents) ++
      (StructuralValidator.ofLog(table) ++ deep).map(_.toString)
    Result(history, ran.map(shortened(_, name)), contents, problems.map(_.replace(name, "t")))
  }

  /** Delta reads what the log and the files say. */
  private def readers(log: Log, contents: Map[Long, Bag]): Seq[Finding] = {
    val rows = new TableRows(reader, log)
    contents.toSeq.flatMap { case (version, bag) =>
      val read = Bag(rows.counts(version).toSeq.flatMap { case (row, n) =>
        Seq.fill(n)(Runner.record(row))
      })
      Runner.agree.unless(version, read == bag)(s"Delta reads $read, the files hold $bag")
    }
  }

  private def shortened(ran: Ran, table: String): Ran =
    ran.copy(statement =
      ran.statement.copy(text = ran.statement.text.replace(table, "t"))(_ => Nil)
    )
}

object Runner {

  private val agree = Invariant("Delta reads what the log and its files hold")

  private val readable = Invariant("every version can be read")

  /** What Delta cannot read is found too: a table whose log is broken fails the reading of it. */
  private def orUnreadable(findings: => Seq[Finding]): Seq[Finding] =
    try findings
    catch { case NonFatal(error) => readable.broken(-1, error.toString) }

  private def record(row: Row): Record = Record(
    row.getLong(0),
    row.getInt(1),
    Option.when(!row.isNullAt(2))(row.getInt(2)),
    row.getString(3),
    row.getString(4)
  )

  private def required(outcome: Outcome): Unit = outcome match {
    case Outcome.Aborted(error) => throw error
    case _: Outcome.Committed => ()
  }
}
