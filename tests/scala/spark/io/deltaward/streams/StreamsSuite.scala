package io.deltaward.streams

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.streaming.{StreamingQuery, Trigger}

import io.deltaward.Exhaustive
import io.deltaward.commands.CommandTest
import io.deltaward.streams.StreamCells._
import io.deltaward.streams.StreamOutcome.{GoesOn, Never, NewCheckpoint, Restart}

/** Runs a stream across each change of the table that it reads, or writes. */
class StreamsSuite extends CommandTest {

  /** Changes that `make test` tries, one for each outcome. */
  private val representative = Set(
    "ALTER TABLE t RENAME COLUMN s TO u",
    "ALTER TABLE t ADD COLUMN late INT",
    "ALTER TABLE t DROP FEATURE deletionVectors"
  )

  override protected def afterAll(): Unit =
    try Seq("t", "source").foreach(name => sql(s"DROP TABLE IF EXISTS $name"))
    finally super.afterAll()

  /** Makes the table `t` by name. By a path, CREATE OR REPLACE leaves a table as it is. */
  private def made(columns: String, properties: Map[String, String]): Path =
    made("t", columns, properties)

  private def made(name: String, columns: String, properties: Map[String, String]): Path = {
    val path = temporaryTable()
    val listed = properties.map { case (key, value) => s"'$key' = '$value'" }.mkString(", ")
    val clause = if (listed.isEmpty) "" else s"TBLPROPERTIES ($listed)"
    sql(s"DROP TABLE IF EXISTS $name")
    sql(s"CREATE TABLE $name ($columns) USING delta LOCATION '$path' $clause")
    sql(s"INSERT INTO $name VALUES (1, 1, 'a'), (2, 2, 'b')")
    path
  }

  private def run(statement: String): Unit = sql(statement): Unit

  private def made(cell: Cell): Path = {
    val table = made(cell.columns, cell.properties)
    cell.before.foreach(run)
    table
  }

  /** @param reading options of the source, with `{checkpoint}` for the checkpoint */
  private def stream(
      from: Path,
      to: Path,
      writing: Map[String, String] = Map.empty,
      reading: Map[String, String] = Map.empty
  )(checkpoint: Path): StreamingQuery =
    spark.readStream.format("delta")
      .options(reading.map { case (key, value) =>
        key -> value.replace("{checkpoint}", checkpoint.toString)
      })
      .load(from.toString).writeStream.format("delta")
      .options(writing + ("checkpointLocation" -> checkpoint.toString))
      .trigger(Trigger.ProcessingTime(0)).start(to.toString)

  private def works(query: => StreamingQuery): Boolean = {
    val running = Try(query)
    val result = running.isSuccess && Try(running.get.processAllAvailable()).isSuccess
    running.foreach(_.stop())
    result
  }

  /**
   * Returns what a stream does after an event. With `schemaTrackingLocation`, it notes a change of the schema at one
   * start, and goes on from the next.
   *
   * @param to    the table that the stream writes
   * @param anew  starts the stream with a new checkpoint
   * @param event the change, and then the row with id 9 that the stream has to deliver
   */
  private def outcome(
      to: Path,
      start: Path => StreamingQuery,
      anew: => StreamingQuery
  )(event: => Unit): StreamOutcome = {
    val checkpoint = temporaryTable()
    val query = start(checkpoint)
    query.processAllAvailable()
    event
    val goesOn = Try(query.processAllAvailable()).isSuccess
    query.stop()
    if (goesOn) {
      assert(sql(s"SELECT * FROM ${named(to)} WHERE id = 9").nonEmpty, "a later row is missed")
      GoesOn
    } else if ((1 to 2).exists(_ => works(start(checkpoint)))) {
      assert(sql(s"SELECT * FROM ${named(to)} WHERE id = 9").nonEmpty, "a later row is missed")
      Restart
    } else if (works(anew)) NewCheckpoint
    else Never
  }

  private val evolving = Map("mergeSchema" -> "true")

  /** Starts a stream into a new table, since the rows of the new schema may not fit the old one. */
  private def elsewhere(table: Path, reading: Map[String, String] = Map.empty): StreamingQuery =
    stream(table, temporaryTable(), reading = reading)(temporaryTable())

  optional.foreach { cell =>
    test(s"a stream that reads the table with ${cell.options}, and ${cell.change}", Exhaustive) {
      val table = made(StreamCells.all.head.columns, cell.properties)
      val to = temporaryTable()
      val found = withConf(cell.settings.toSeq: _*) {
        outcome(to, stream(table, to, evolving, cell.reading), elsewhere(table, cell.reading)) {
          run(cell.change)
          run("INSERT INTO t (id) VALUES (9)")
        }
      }
      assert(found === cell.source)
    }
  }

  test("EXPLAIN PROTOCOL says of streams what they do") {
    all.filter(cell => explained.exists(cell.sql.startsWith)).foreach { cell =>
      made(cell)
      val row = one(s"EXPLAIN PROTOCOL ${cell.sql}")
      assert(row("streams") === cell.effects.text, cell.change)
    }
  }

  private val explained =
    Seq("INSERT INTO", "INSERT OVERWRITE", "MERGE", "ALTER TABLE", "CREATE OR REPLACE")

  all.foreach { cell =>
    val tags = Exhaustive.unless(representative(cell.change))

    test(s"a stream that reads the table, and ${cell.change}", tags: _*) {
      val table = made(cell)
      val to = temporaryTable()
      val found = outcome(to, stream(table, to, evolving), elsewhere(table)) {
        run(cell.sql)
        run(cell.row)
      }
      assert(found === cell.source)
    }

    test(s"a stream that writes the table, and ${cell.change}", tags: _*) {
      val (table, source) = (made(cell), made("source", cell.columns, Map.empty))
      val found = outcome(table, stream(source, table), stream(source, table)(temporaryTable())) {
        run(cell.sql)
        run("INSERT INTO source VALUES (9, 9, 'z')")
      }
      assert(found === cell.sink)
    }
  }
}
