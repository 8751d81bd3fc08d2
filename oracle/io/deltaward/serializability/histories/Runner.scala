package io.deltaward.serializability.histories

import java.io.{File, OutputStream}
import java.nio.file.{Files, Path => JPath}
import java.util

import scala.util.control.NonFatal

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.serializability.Side
import io.deltaward.serializability.engines.HandWriter
import io.deltaward.serializability.jvm.{ActorElsewhere, OtherJvm}
import io.deltaward.serializability.log._
import io.deltaward.serializability.model.{AppendByHand, Bag, Columns, Record, Target}
import io.deltaward.serializability.schedule._

/**
 * Runs histories, each on its own table, which is deleted afterwards.
 *
 * @param side     whether the statements run with the extension
 * @param settings settings of the sessions, besides those of the histories
 */
final class Runner(side: Side, settings: Map[String, String] = Map.empty) {

  private val session: SparkSession = side.session(settings)

  /** Reads tables, and runs no statement of a history. */
  private val reader: SparkSession = Side.Plain.session()

  /** Creates the table of a history, passes it to `body`, and deletes it. */
  def made[A](history: History)(body: Path => A): A = {
    val folder = Files.createTempDirectory("deltaward-history").toFile
    try {
      val table = new Path(new File(folder, "table").toURI)
      val alone = new Interleaving(session, table)
      history.setup(Runner.target(history, table)).foreach { sql =>
        Runner.required(alone.alone(Statement(sql)))
      }
      for {
        (form, i) <- history.forms.zipWithIndex if form > 0
        partition <- history.shape.partition
      } PartitionTexts.rewrite(table, i + 1L, partition, form)
      body(table)
    } finally FileUtils.deleteDirectory(folder)
  }

  def run(history: History, depth: Depth): Result = made(history)(runOn(_, history, depth))

  /** @param made table of the history at its start, which the run does not change */
  def runOn(made: Path, history: History, depth: Depth): Result =
    CopiedTable.withCopy(made)(judged(history, _, depth))

  private def judged(history: History, table: Path, depth: Depth): Result = {
    val target = Runner.target(history, table)
    Files.createSymbolicLink(Runner.link(table), JPath.of(table.toUri))
    val files = new KeptFiles(table, new File(new File(table.toUri).getParentFile, "kept"))
    val writers = history.ops.indices.map { i =>
      val op = history.ops(i)
      val statement = Statement(op.sql(target), op.prepare(target), op.cleanUp(target))
      statement -> actor(history, table, i, statement)
    }
    val course = new Interleaving(session, table)
      .run(writers, history.steps)(keep(table, target, files))
    files.giveBack()
    val log = Log.read(table)
    val versions = history.startVersion to log.newest
    val contents = Contents.read(log, history.columns, versions)
    val deep = depth match {
      case Depth.Log => Nil
      case Depth.Rows =>
        Runner.orUnreadable(StructuralValidator.ofRows(table, versions, session, reader)) ++
          Runner.orUnreadable(StructuralValidator.ofCopies(table, reader)) ++
          Runner.orUnreadable(readers(log, history.columns, contents))
    }
    val problems = Judge.problems(history, course, contents) ++
      (StructuralValidator.ofLog(table) ++ deep).map(_.toString)
    def shortened(text: String): String =
      text.replace(target.link, "link_to_t").replace(target.name, "t")
    Result(
      history,
      course.ran.map(ran => ran.copy(statement = Statement(shortened(ran.statement.text)))),
      contents,
      problems.map(shortened)
    )
  }

  private def actor(history: History, table: Path, op: Int, statement: Statement): Actor = {
    val where = history.session(op)
    history.ops(op) match {
      case append: AppendByHand =>
        val engine = new HandWriter(table, history.columns, append.form, append.layout)
        new WriterAtOnce(engine.append(append.added))
      case _ if where.elsewhere =>
        new ActorElsewhere(OtherJvm.running, side, settings ++ where.settings, statement)
      case _ => new HeldActor(side.session(settings ++ where.settings), statement)
    }
  }

  private def keep(table: Path, target: Target, files: KeptFiles)(task: Upkeep): Unit = task match {
    case Upkeep.Vacuum =>
      files.keep()
      // VACUUM prints what it deletes.
      Console.withOut(OutputStream.nullOutputStream) {
        session.sql(s"VACUUM ${target.name} LITE RETAIN 0 HOURS").collect(): Unit
      }
    case Upkeep.Checkpoint =>
      val log = DeltaLog.forTable(session, table)
      log.checkpoint(log.update())
    case Upkeep.TightStatistics => TightStatistics.write(table)
    case Upkeep.SourceMadeAgain(writer) =>
      val rows = session.table(target.quoteBeside(writer))
      FileUtils.deleteDirectory(new File(target.pathBeside(writer)))
      session.createDataFrame(new util.ArrayList[Row], rows.schema)
        .write.format("delta").save(target.pathBeside(writer))
  }

  /** Checks that Delta reads what the log and the files hold. */
  private def readers(
      log: Log,
      columns: Columns,
      contents: Map[Long, Bag]
  ): Seq[Anomaly] = {
    val rows = new RowsByVersion(reader, log)
    contents.toSeq.flatMap { case (version, bag) =>
      val read = bag.withRows(rows.counts(version).toSeq.flatMap { case (row, n) =>
        Seq.fill(n)(Runner.record(row, columns))
      })
      Runner.agree.unless(version, read == bag)(s"Delta reads $read, the files hold $bag")
    }
  }
}

object Runner {

  private val agree = Invariant("Delta reads what the log and its files hold")

  private val readable = Invariant("every version can be read")

  private def target(history: History, table: Path): Target = Target(
    s"delta.`$table`",
    s"delta.`${link(table)}`",
    table.toUri.getPath,
    history.columns,
    history.shape.changeFeed
  )

  /** Returns the path of a symbolic link to the table, beside it. */
  private def link(table: Path): JPath = JPath.of(table.toUri).resolveSibling("link")

  /** Reports a failure to read the table as a finding, because a broken log makes reading fail. */
  private def orUnreadable(findings: => Seq[Anomaly]): Seq[Anomaly] =
    try findings
    catch { case NonFatal(error) => readable.broken(-1, error.toString) }

  /** Returns a row as a record. The column `late` follows all others. */
  private def record(row: Row, columns: Columns): Record = Record(
    row.getLong(0),
    Option.when(!row.isNullAt(1))(row.getInt(1)),
    Option.when(!row.isNullAt(2))(row.getInt(2)),
    row.getString(3),
    row.getString(4),
    Option.when(row.size > columns.size && !row.isNullAt(columns.size))(row.getInt(columns.size))
  )

  private def required(outcome: Outcome): Unit = outcome match {
    case Outcome.Aborted(error) => throw error
    case _: Outcome.Committed => ()
  }
}
