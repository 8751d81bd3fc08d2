package io.deltaward.streams

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.streaming.{StreamingQuery, Trigger}

import io.deltaward.Exhaustive
import io.deltaward.commands.CommandTest
import io.deltaward.streams.StreamCells._

/** Runs a stream across each change of the table that it reads, or writes. */
class StreamsSuite extends CommandTest {

  /** One cell of each outcome is tried by `make test`. */
  private val representative = Set(
    "OPTIMIZE t",
    "ALTER TABLE t DROP FEATURE columnMapping",
    "ALTER TABLE t DROP FEATURE deletionVectors"
  )

  private val Columns = "(id BIGINT, x INT, s STRING)"

  private def made(properties: Map[String, String]): Path = {
    val path = temporaryTable()
    val listed = properties.map { case (key, value) => s"'$key' = '$value'" }.mkString(", ")
    val clause = if (listed.isEmpty) "" else s"TBLPROPERTIES ($listed)"
    sql(s"CREATE TABLE ${named(path)} $Columns USING delta $clause")
    sql(s"INSERT INTO ${named(path)} VALUES (1, 1, 'a'), (2, 2, 'b')")
    path
  }

  private def run(statement: String, table: Path): Unit =
    sql(statement.replaceAll("\\bt\\b", named(table).replace("$", "\\$"))): Unit

  private def stream(from: Path, to: Path, options: Map[String, String])(
      checkpoint: Path
  ): StreamingQuery =
    spark.readStream.format("delta").load(from.toString).writeStream.format("delta")
      .options(options + ("checkpointLocation" -> checkpoint.toString))
      .trigger(Trigger.ProcessingTime(0)).start(to.toString)

  private def works(query: => StreamingQuery): Boolean = {
    val running = Try(query)
    val result = running.isSuccess && Try(running.get.processAllAvailable()).isSuccess
    running.foreach(_.stop())
    result
  }

  /**
   * @param to    the table that the stream writes
   * @param event the change, and then the row that the stream has to bring along, whose id is 9
   */
  private def outcome(to: Path, start: Path => StreamingQuery)(event: => Unit): Outcome = {
    val checkpoint = temporaryTable()
    val query = start(checkpoint)
    query.processAllAvailable()
    event
    val goesOn = Try(query.processAllAvailable()).isSuccess
    query.stop()
    val arrived = goesOn && sql(s"SELECT * FROM ${named(to)} WHERE id = 9").nonEmpty
    if (goesOn) { if (arrived) GoesOn else Misses }
    else if (works(start(checkpoint))) Restart
    else if (works(start(temporaryTable()))) NewCheckpoint
    else Never
  }

  all.foreach { cell =>
    val tags = Exhaustive.unless(representative(cell.change))

    test(s"a stream that reads the table, and ${cell.change}", tags: _*) {
      val table = made(cell.properties)
      cell.before.foreach(run(_, table))
      val to = temporaryTable()
      val found = outcome(to, stream(table, to, Map("mergeSchema" -> "true"))) {
        run(cell.sql, table)
        run("INSERT INTO t (id) VALUES (9)", table)
      }
      assert(found === cell.source)
    }

    test(s"a stream that writes the table, and ${cell.change}", tags: _*) {
      val (table, source) = (made(cell.properties), made(Map.empty))
      cell.before.foreach(run(_, table))
      val found = outcome(table, stream(source, table, Map.empty)) {
        run(cell.sql, table)
        run("INSERT INTO t VALUES (9, 9, 'z')", source)
      }
      assert(found === cell.sink)
    }
  }
}
