package io.deltaward.concurrency

import org.apache.hadoop.fs.Path

import io.deltaward.concurrency.Expected._
import io.deltaward.storage.LogSurgery

/** One partition whose value the log writes in several texts, as Spark's settings and other engines do. */
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

  /** As other engines write it. */
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
}
