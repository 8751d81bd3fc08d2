package io.deltaward.streams

import io.deltaward.docs.GeneratedPage
import io.deltaward.streams.StreamOutcome.{GoesOn, Never, NewCheckpoint, Restart}

/**
 * Lists what a stream does when the table that it reads or writes changes. The suite runs each cell; the docs list
 * them.
 */
object StreamCells {

  /**
   * @param change     the change in SQL, with `t` for the table
   * @param properties properties of the table
   * @param before     statements that run before the stream starts
   * @param source     what a stream from the table does
   * @param sink       what a stream into the table does
   * @param columns    definitions of the table's columns
   * @param row        the statement that adds the row with id 9 after the change
   */
  final case class Cell(
      change: String,
      source: StreamOutcome,
      sink: StreamOutcome,
      properties: Map[String, String] = Map.empty,
      before: Seq[String] = Nil,
      statement: Option[String] = None,
      columns: String = "id BIGINT, x INT, s STRING",
      row: String = "INSERT INTO t (id) VALUES (9)"
  ) {
    def sql: String = statement.getOrElse(change)

    def effects: StreamEffects = StreamEffects(source, sink)
  }

  private val mapped = Map("delta.columnMapping.mode" -> "name")
  private val vectors = Map("delta.enableDeletionVectors" -> "true")
  private val widening = Map("delta.enableTypeWidening" -> "true")
  private val marked = Seq("DELETE FROM t WHERE id = 1")

  val all: Seq[Cell] = Seq(
    Cell("INSERT INTO t VALUES (7, 7, 'x')", GoesOn, GoesOn),
    Cell("OPTIMIZE t", GoesOn, GoesOn),
    Cell("VACUUM t", GoesOn, GoesOn),
    Cell("DELETE FROM t WHERE id = 2", NewCheckpoint, GoesOn, vectors),
    Cell("UPDATE t SET x = 5 WHERE id = 2", NewCheckpoint, GoesOn, vectors),
    Cell("INSERT OVERWRITE t VALUES (8, 8, 'x')", NewCheckpoint, GoesOn),
    Cell(
      "MERGE INTO t, with WHEN MATCHED",
      NewCheckpoint,
      GoesOn,
      statement = Some(
        "MERGE INTO t USING (SELECT 2L AS i) n ON t.id = n.i WHEN MATCHED THEN UPDATE SET x = 5"
      )
    ),
    Cell(
      "MERGE INTO t, with only WHEN NOT MATCHED",
      GoesOn,
      GoesOn,
      statement = Some(
        "MERGE INTO t USING (SELECT 7L AS i) n ON t.id = n.i WHEN NOT MATCHED THEN INSERT (id) VALUES (n.i)"
      )
    ),
    Cell("ALTER TABLE t SET TBLPROPERTIES ('a' = 'b')", GoesOn, GoesOn),
    Cell(
      "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      GoesOn,
      GoesOn
    ),
    Cell("ALTER TABLE t SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')", GoesOn, GoesOn),
    Cell("ALTER TABLE t ALTER COLUMN s COMMENT 'text'", GoesOn, GoesOn),
    Cell(
      "ALTER TABLE t ALTER COLUMN s DROP NOT NULL",
      Restart,
      GoesOn,
      columns = "id BIGINT, x INT, s STRING NOT NULL"
    ),
    Cell("ALTER TABLE t ADD COLUMN late INT", Restart, GoesOn),
    Cell("ALTER TABLE t RENAME COLUMN s TO u", NewCheckpoint, Never, mapped),
    Cell("ALTER TABLE t DROP COLUMN s", NewCheckpoint, Never, mapped),
    Cell("ALTER TABLE t ALTER COLUMN x TYPE BIGINT", Restart, GoesOn, widening),
    Cell("ALTER TABLE t ADD CONSTRAINT c CHECK (id > 0)", GoesOn, GoesOn),
    Cell("ALTER TABLE t CLUSTER BY (id)", GoesOn, GoesOn),
    Cell("ALTER TABLE t DROP FEATURE deletionVectors", GoesOn, GoesOn, vectors, marked),
    Cell("ALTER TABLE t DROP FEATURE columnMapping", NewCheckpoint, GoesOn, mapped),
    Cell("ALTER TABLE t DROP FEATURE typeWidening", GoesOn, GoesOn, widening),
    Cell(
      "ALTER TABLE t DROP FEATURE v2Checkpoint",
      GoesOn,
      GoesOn,
      Map("delta.checkpointPolicy" -> "v2")
    ),
    Cell(
      "RESTORE TABLE t TO VERSION AS OF ..., before rows that the stream has read",
      NewCheckpoint,
      GoesOn,
      before = Seq("INSERT INTO t VALUES (3, 3, 'c')"),
      statement = Some("RESTORE TABLE t TO VERSION AS OF 1")
    ),
    Cell(
      "CREATE OR REPLACE TABLE t, with the same schema",
      NewCheckpoint,
      GoesOn,
      statement = Some("CREATE OR REPLACE TABLE t (id BIGINT, x INT, s STRING) USING delta")
    ),
    Cell(
      "CREATE OR REPLACE TABLE t, with one more column",
      NewCheckpoint,
      GoesOn,
      statement =
        Some("CREATE OR REPLACE TABLE t (id BIGINT, x INT, s STRING, late INT) USING delta")
    ),
    Cell(
      "CREATE OR REPLACE TABLE t, with one column fewer",
      NewCheckpoint,
      Never,
      statement = Some("CREATE OR REPLACE TABLE t (id BIGINT, x INT) USING delta")
    ),
    Cell(
      "CREATE OR REPLACE TABLE t, with x as STRING instead of INT",
      NewCheckpoint,
      GoesOn,
      statement = Some("CREATE OR REPLACE TABLE t (id BIGINT, x STRING, s STRING) USING delta")
    ),
    Cell(
      "CREATE OR REPLACE TABLE t, with x as DATE instead of INT",
      NewCheckpoint,
      Never,
      statement = Some("CREATE OR REPLACE TABLE t (id BIGINT, x DATE, s STRING) USING delta")
    ),
    Cell(
      "CREATE OR REPLACE TABLE t, with x as a generated column",
      NewCheckpoint,
      Never,
      statement = Some(
        "CREATE OR REPLACE TABLE t (id BIGINT, x INT GENERATED ALWAYS AS (CAST(id AS INT) + 7), s STRING) USING delta"
      )
    ),
    Cell(
      "CREATE OR REPLACE TABLE t, with a new column that is NOT NULL",
      NewCheckpoint,
      Never,
      statement =
        Some("CREATE OR REPLACE TABLE t (id BIGINT, x INT, s STRING, y INT NOT NULL) USING delta"),
      row = "INSERT INTO t (id, y) VALUES (9, 9)"
    ),
    Cell(
      "CREATE OR REPLACE TABLE t AS SELECT",
      NewCheckpoint,
      GoesOn,
      statement = Some(
        "CREATE OR REPLACE TABLE t USING delta AS SELECT 8L AS id, 8 AS x, 'x' AS s"
      )
    )
  )

  /**
   * A stream that reads the table with options that tolerate a change.
   *
   * @param reading  options of the stream, with `{checkpoint}` for the location of its checkpoint
   * @param settings settings of the session
   */
  final case class OptionalCell(
      change: String,
      reading: Map[String, String],
      source: StreamOutcome,
      properties: Map[String, String] = Map.empty,
      settings: Map[String, String] = Map.empty
  ) {
    def options: String = (reading.keys ++ settings.keys).toSeq.sorted.mkString(" and ")
  }

  private val skipping = Map("skipChangeCommits" -> "true")
  private val tracking = Map("schemaTrackingLocation" -> "{checkpoint}/schema")
  private val allowing = "spark.databricks.delta.streaming."

  val optional: Seq[OptionalCell] = Seq(
    OptionalCell("DELETE FROM t WHERE id = 2", skipping, GoesOn, vectors),
    OptionalCell("UPDATE t SET x = 5 WHERE id = 2", skipping, GoesOn, vectors),
    OptionalCell("INSERT OVERWRITE t VALUES (8, 8, 'x')", skipping, GoesOn),
    OptionalCell("ALTER TABLE t RENAME COLUMN s TO u", tracking, NewCheckpoint, mapped),
    OptionalCell(
      "ALTER TABLE t RENAME COLUMN s TO u",
      tracking,
      Restart,
      mapped,
      Map(s"${allowing}allowSourceColumnRename" -> "always")
    ),
    OptionalCell(
      "ALTER TABLE t DROP COLUMN s",
      tracking,
      Restart,
      mapped,
      Map(s"${allowing}allowSourceColumnDrop" -> "always")
    ),
    OptionalCell("ALTER TABLE t DROP FEATURE columnMapping", tracking, NewCheckpoint, mapped)
  )

  def optionalLines: Seq[String] =
    GeneratedPage.table("change", "options of the stream", "setting of the session", "the stream")(
      optional.map { cell =>
        Seq(
          s"`${cell.change}`",
          cell.reading.keys.map(key => s"`$key`").mkString(", "),
          cell.settings.map { case (key, value) => s"`$key` = `$value`" }.mkString(", "),
          cell.source.text
        )
      }
    )

  def lines: Seq[String] =
    GeneratedPage.table("change", "a stream that reads the table", "a stream that writes to it")(
      all.map(cell => Seq(s"`${cell.change}`", cell.source.text, cell.sink.text))
    )
}
