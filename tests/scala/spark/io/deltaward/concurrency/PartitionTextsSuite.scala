package io.deltaward.concurrency

import org.apache.hadoop.fs.Path

import io.deltaward.RunningDelta
import io.deltaward.concurrency.Expected._
import io.deltaward.storage.LogSurgery

/** Tests a partition whose value has several texts in the log, as Spark's settings and other engines write it. */
class PartitionTextsSuite extends ConflictTest {

  private val UtcTexts = "spark.databricks.delta.write.utcTimestampPartitionValues"

  private def rows(first: Int, last: Int, p: String): String =
    s"INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), $p FROM range($first, $last)"

  private def table(p: String, ofType: String): Seq[String] = Seq(
    s"CREATE TABLE t (id BIGINT, x INT, p $ofType) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
  ) ++ Seq(rows(1, 6, p), rows(6, 11, p))

  private val Day = "TIMESTAMP '2024-01-01 00:00:00'"

  private val Timestamps =
    Seq(s"SET $UtcTexts = false") ++ table(Day, "TIMESTAMP") :+ s"RESET $UtcTexts"

  private def copiedSum(other: String, p: String) =
    s"INSERT INTO t SELECT 100, CAST(sum(x) AS INT), $other FROM t WHERE p = $p"

  private val SumOfDay = copiedSum("TIMESTAMP '2025-01-01 00:00:00'", Day)

  /** Two partitions. In Tokyo, the time of the first has the text of the second. */
  private val TwoDays =
    Timestamps.dropRight(1) ++ Seq(rows(11, 16, Nine), rows(16, 21, Nine)) :+ s"RESET $UtcTexts"

  private def Nine = "TIMESTAMP '2024-01-01 09:00:00'"

  Seq(
    s"UPDATE t SET x = x + 1000 WHERE p = $Day",
    "DELETE FROM t WHERE id IN (2, 8)",
    s"MERGE INTO t AS t USING (VALUES 1L, 2L, 11L AS v(k)) s ON t.id = s.k AND t.p = $Day " +
      "WHEN MATCHED THEN UPDATE SET x = 7"
  ).foreach { loser =>
    atBothLevels(s"a compaction in another time zone has put rows elsewhere: $loser") { level =>
      val zone = "spark.sql.session.timeZone"
      withConf(zone -> "UTC") {
        val path = copyOf(made(TwoDays, level))
        val outcome =
          race(path, loser)(withConf(zone -> "Asia/Tokyo")(run(path, "OPTIMIZE t")))
        val serial = copyOf(made(TwoDays, level))
        withConf(zone -> "Asia/Tokyo")(run(serial, "OPTIMIZE t"))
        // Delta 4.0 leaves the rows where they are, and the loser commits.
        if (outcome.isSuccess) run(serial, loser)
        assert(content(path) == content(serial))
        if (RunningDelta.isAtLeast("4.1")) assert(outcome.isFailure)
      }
    }
  }

  scenario("a sum over timestamps, compacted in another text, that then go", Timestamps)(
    "OPTIMIZE t",
    s"DELETE FROM t WHERE p = $Day"
  )(SumOfDay)(DeleteRead)

  variant("a sum over timestamps, compacted in another text, of which one then goes", Timestamps)(
    "OPTIMIZE t",
    "DELETE FROM t WHERE id = 3"
  )(SumOfDay)(Append)

  scenario("a sum over timestamps that are compacted in another text", Timestamps)("OPTIMIZE t")(
    SumOfDay
  )(Last)

  variant("a merge that only inserts, and rows compacted in another text that go", Timestamps)(
    "OPTIMIZE t",
    s"DELETE FROM t WHERE p = $Day"
  )(
    s"MERGE INTO t AS t USING (VALUES 3L, 300L AS v(k)) s ON t.id = s.k AND t.p = $Day " +
      "WHEN NOT MATCHED THEN INSERT (id, x, p) VALUES (s.k, 0, TIMESTAMP '2025-01-01 00:00:00')"
  )(DeleteRead)

  scenario("a delete finds its rows, compacted in another text", Timestamps)("OPTIMIZE t")(
    "DELETE FROM t WHERE id IN (2, 8)"
  )(Last)

  scenario("a compaction into another text carries deletes over", Timestamps)(
    "DELETE FROM t WHERE id IN (2, 8)"
  )("OPTIMIZE t")(Last)

  variant(
    "a compaction into another text leaves alone what another has compacted",
    Timestamps
  )("OPTIMIZE t")("OPTIMIZE t")(Last)

  /** Replaces the text of the partition's value by one that other engines write. */
  private def withTexts(setup: Seq[String], level: String, texts: (String, String)): Path = {
    val path = copyOf(made(setup, level))
    LogSurgery.deleteChecksums(path)
    val (spark, other) = texts
    Seq(1L, 2L).map(LogSurgery.commitName).foreach { name =>
      val text = LogSurgery.text(path, name)
      assert(text.contains(s""""p":"$spark""""))
      LogSurgery.write(path, name, text.replace(s""""p":"$spark"""", s""""p":"$other""""))
    }
    path
  }

  private val Doubles = table("1.0D", "DOUBLE")

  atBothLevels("a sum over doubles, compacted in another text, that then go") { level =>
    val path = withTexts(Doubles, level, "1.0" -> "1")
    check(
      path,
      Doubles,
      Seq("OPTIMIZE t", "DELETE FROM t WHERE p = 1.0D"),
      copiedSum("2.0D", "1.0D"),
      DeleteRead
    )
  }

  atBothLevels("a delete finds its rows in a partition of doubles in another text") { level =>
    val path = withTexts(Doubles, level, "1.0" -> "1")
    check(path, Doubles, Seq("OPTIMIZE t"), "DELETE FROM t WHERE id IN (2, 8)", Last)
  }

  atBothLevels("what the winner's time zone made another partition of keeps the conflict") {
    level =>
      val path = withTexts(Timestamps, level, "2024-01-01 00:00:00" -> "2024-01-01 00:00:00.000000")
      val outcome = race(path, SumOfDay) {
        withConf("spark.sql.session.timeZone" -> "Asia/Tokyo")(run(path, "OPTIMIZE t"))
        run(path, "DELETE FROM t WHERE id = 3")
      }
      assert(outcome.isFailure && content(path).length == 9)
  }

  scenario(
    "a delete finds its rows, compacted, where the partition has no value",
    table("''", "STRING")
  )(
    "OPTIMIZE t",
    "DELETE FROM t WHERE id = 7"
  )("DELETE FROM t WHERE (p <=> '' OR p IS NULL) AND id IN (2, 8)")(Last)

  private def partitionedBy(column: String): Seq[String] = Seq(
    s"CREATE TABLE t (id BIGINT, p $column) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t VALUES (1, 'b'), (2, 'c')"
  )

  private def comesOutTheSame(setup: Seq[String], loser: String)(winner: Path => Unit) = {
    val (path, serial) = (copyOf(made(setup, "Serializable")), copyOf(made(setup, "Serializable")))
    winner(serial)
    org.apache.spark.sql.delta.DeltaLog.clearCache()
    run(serial, loser)
    val outcome = race(path, loser)(winner(path))
    assert(outcome.isFailure || content(path) == content(serial))
  }

  Seq("p = ''", "p IS NULL", "length(p) = 0").foreach { condition =>
    test(s"an empty text, which Delta does not take for null: $condition") {
      comesOutTheSame(partitionedBy("STRING"), s"DELETE FROM t WHERE id = 1 OR $condition") {
        path =>
          run(path, "INSERT INTO t VALUES (10, NULL)")
          val added = LogSurgery.commitName(2)
          val text = LogSurgery.text(path, added)
          LogSurgery.deleteChecksums(path)
          LogSurgery.write(path, added, text.replace(""""p":null""", """"p":"""""))
      }
    }
  }

  test("a text that is shorter than its CHAR, in a partition and in a file") {
    def unfilled(rows: String)(path: Path): Unit =
      withConf("spark.sql.charVarcharAsString" -> "true")(run(path, s"INSERT INTO t $rows"))
    comesOutTheSame(
      partitionedBy("CHAR(3)"),
      "DELETE FROM t WHERE id = 1 OR length(concat(p, id)) > 4"
    )(unfilled("VALUES (10, 'a')"))
    val inFile = partitionedBy("CHAR(3)").map(_.replace("PARTITIONED BY (p) ", ""))
    Seq("length(p) = 3", "p < 'a '", "p = 'a'", "p <=> 'a'", "length(p) = 1").foreach { condition =>
      comesOutTheSame(inFile, s"DELETE FROM t WHERE id = 1 OR $condition")(
        unfilled("SELECT /*+ COALESCE(1) */ 10, 'a'")
      )
    }
  }
}
