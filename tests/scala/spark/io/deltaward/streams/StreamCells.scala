package io.deltaward.streams

import io.deltaward.docs.GeneratedPage

/** What a stream does when the table that it reads, or writes, is changed. The suite runs each cell; the docs list them. */
object StreamCells {

  sealed abstract class Outcome(val text: String)

  case object GoesOn extends Outcome("goes on")
  case object Restart extends Outcome("fails; goes on when it is started again")
  case object NewCheckpoint extends Outcome("fails; needs a new checkpoint")
  case object Never extends Outcome("fails, with a new checkpoint too")
  case object Misses extends Outcome("goes on, and does not see later rows")

  /**
   * @param change     in words of SQL, with `t` for the table
   * @param properties the table has
   * @param before     statements that come before the stream starts
   * @param source     what a stream from the table does
   * @param sink       what a stream into it does
   */
  final case class Cell(
      change: String,
      source: Outcome,
      sink: Outcome,
      properties: Map[String, String] = Map.empty,
      before: Seq[String] = Nil,
      statement: Option[String] = None
  ) {
    def sql: String = statement.getOrElse(change)
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
    Cell("ALTER TABLE t SET TBLPROPERTIES ('a' = 'b')", GoesOn, GoesOn),
    Cell(
      "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      GoesOn,
      GoesOn
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
      GoesOn,
      GoesOn,
      statement = Some("CREATE OR REPLACE TABLE t (id BIGINT, x INT, s STRING) USING delta")
    )
  )

  def lines: Seq[String] =
    GeneratedPage.table("change", "a stream that reads the table", "a stream that writes it")(
      all.map(cell => Seq(s"`${cell.change}`", cell.source.text, cell.sink.text))
    )
}
