package io.deltaward.serializability.histories

import java.io.File
import java.nio.file.Files

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession

import io.deltaward.serializability.log.{StructuralValidator, TableRows}
import io.deltaward.serializability.model.{Bag, Record}
import io.deltaward.serializability.schedule.{Interleaving, Ran, Statement}

/**
 * Runs histories, each on a table of its own that goes with it.
 *
 * @param session of the statements
 * @param reader  a session that takes no part in them
 */
final class Runner(session: SparkSession, reader: SparkSession) {

  def run(history: History, depth: Depth): Result = {
    val folder = Files.createTempDirectory("deltaward-history").toFile
    try judged(history, new Path(new File(folder, "table").toURI), depth)
    finally FileUtils.deleteDirectory(folder)
  }

  private def judged(history: History, table: Path, depth: Depth): Result = {
    val name = s"delta.`$table`"
    val interleaving = new Interleaving(session, table)
    history.setup(name).foreach(sql => Runner.required(interleaving.alone(Statement.sql(sql))))
    val statements = history.ops.map(op => Statement.sql(op.sql(name)))
    val ran = interleaving.run(statements, history.steps)
    val versions = history.startVersion to interleaving.newestVersion
    val contents = read(table, versions)
    val deep = depth match {
      case Depth.Log => Nil
      case Depth.Rows =>
        StructuralValidator.ofRows(table, versions, session, reader) ++
          StructuralValidator.ofCopies(table, reader)
    }
    val problems = Judge.problems(history, ran, contents) ++
      (StructuralValidator.ofLog(table) ++ deep).map(_.toString)
    Result(history, ran.map(shortened(_, name)), contents, problems.map(_.replace(name, "t")))
  }

  private def read(table: Path, versions: Seq[Long]): Map[Long, Bag] = {
    val rows = new TableRows(reader, table)
    versions.map { version =>
      version -> Bag(rows.at(version).collect().toSeq.map { row =>
        Record(
          row.getLong(0),
          row.getInt(1),
          Option.when(!row.isNullAt(2))(row.getInt(2)),
          row.getString(3),
          row.getDouble(4).toString
        )
      })
    }.toMap
  }

  private def shortened(ran: Ran, table: String): Ran =
    ran.copy(statement =
      ran.statement.copy(text = ran.statement.text.replace(table, "t"))(_ => Nil)
    )
}

object Runner {
  import io.deltaward.serializability.schedule.Outcome

  private def required(outcome: Outcome): Unit = outcome match {
    case Outcome.Aborted(error) => throw error
    case _: Outcome.Committed => ()
  }
}
