package io.deltaward.bench

import java.nio.file.Path

import io.deltaward.bench.ResolutionShare._
import io.deltaward.concurrency.report.ConflictEvents
import org.apache.spark.sql.delta.deltaward.Once

/** Compares the check of a conflict with the statement that would have to run again without it. */
final class ResolutionShare(losing: Side, winning: Side, folder: Path) {

  /** Returns the milliseconds of each kind of conflict. */
  def results(n: Int): Seq[Result] = kinds.map { kind =>
    val rounds = (0 to n).map(round => measure(kind, round)).drop(1)
    Result(
      kind.loser,
      kind.winner,
      statement = Samples(rounds.map(_._1)),
      check = Samples(rounds.map(_._2))
    )
  }

  /** Returns the milliseconds of the statement alone on one table, and of its conflict check on another. */
  private def measure(kind: Kind, round: Int): (Double, Double) = {
    def table(of: String) = {
      val at =
        folder.resolve(s"${kind.loser}-${kind.winner}-$round-$of".replaceAll("[^\\w-]+", "_"))
      Writers.table(losing, at, Rows, Files)
      losing.time(
        s"ALTER TABLE delta.`$at` SET TBLPROPERTIES ('delta.isolationLevel' = '${kind.level}')"
      )
      s"delta.`$at`"
    }
    val (alone, raced) = (table("alone"), table("raced"))
    val statement = losing.time(kind.losing(alone))
    losing.run { spark =>
      spark.conf.set("spark.deltaward.metadataConcurrency.enabled", "true")
      try Once.beforeAttempt(winning.time(kind.winningOn(raced)): Unit)(
          spark.sql(kind.losing(raced)).collect()
        )
      finally spark.conf.unset("spark.deltaward.metadataConcurrency.enabled")
    }: Unit
    val event = ConflictEvents.all.last
    require(event.outcome == "RESOLVED", s"$kind: $event")
    (statement, event.milliseconds)
  }
}

object ResolutionShare {

  private val Rows = 1000000L
  private val Files = 4

  /** @param statement milliseconds of the losing statement when nobody else writes */
  final case class Result(loser: String, winner: String, statement: Samples, check: Samples)

  final private case class Kind(loser: String, winner: String, level: String = "Serializable")(
      sqlOfLoser: String,
      sqlOfWinner: String
  ) {
    def losing(table: String): String = sqlOfLoser.replace("TABLE_", table)
    def winningOn(table: String): String = sqlOfWinner.replace("TABLE_", table)
  }

  private val update = "UPDATE TABLE_ SET v = -1 WHERE k = 2"
  private val delete = "DELETE FROM TABLE_ WHERE k = 2"
  private val merge = "MERGE INTO TABLE_ t USING (SELECT 2L AS k, -1L AS v) s ON t.k = s.k " +
    "WHEN MATCHED THEN UPDATE SET v = s.v WHEN NOT MATCHED THEN INSERT *"

  /** Adds a file whose statistics do not rule out a row with key 2. */
  private val insert =
    "INSERT INTO TABLE_ SELECT /*+ COALESCE(1) */ * FROM VALUES (1L, 0L), (3L, 0L)"
  private val optimize = "OPTIMIZE TABLE_"

  private val kinds = Seq(
    Kind("UPDATE", "UPDATE of another row")(update, "UPDATE TABLE_ SET v = -1 WHERE k = 1"),
    Kind("DELETE", "DELETE of another row")(delete, "DELETE FROM TABLE_ WHERE k = 1"),
    Kind("MERGE", "MERGE of another row")(
      merge,
      merge.replace("2L AS k", "1L AS k")
    ),
    Kind("UPDATE", "INSERT")(update, insert),
    Kind("MERGE", "INSERT")(merge, insert),
    Kind("DELETE", "OPTIMIZE")(delete, optimize),
    Kind("UPDATE", "OPTIMIZE")(update, optimize),
    Kind("MERGE", "OPTIMIZE")(merge, optimize),
    Kind("INSERT REPLACE WHERE", "OPTIMIZE")(
      "INSERT INTO TABLE_ REPLACE WHERE k = 2 SELECT 2L AS k, -1L AS v",
      optimize
    ),
    Kind("OPTIMIZE", "DELETE")(optimize, delete),
    Kind("UPDATE", "ALTER TABLE SET TBLPROPERTIES")(
      update,
      "ALTER TABLE TABLE_ SET TBLPROPERTIES ('bench' = '1')"
    ),
    Kind("UPDATE", "ALTER TABLE ADD CONSTRAINT")(
      update,
      "ALTER TABLE TABLE_ ADD CONSTRAINT c CHECK (v >= -1)"
    ),
    Kind("INSERT", "ALTER TABLE ADD COLUMN")(
      "INSERT INTO TABLE_ (k, v) SELECT id, id FROM range(1000000)",
      "ALTER TABLE TABLE_ ADD COLUMN n INT"
    )
  )
}
