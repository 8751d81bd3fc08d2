package io.deltaward.concurrency

import io.deltaward.concurrency.Expected._
import io.deltaward.conf.DeltawardConf

/** Tests statistics whose text does not hold the value: bytes that are no text, and years before the first. */
class BoundsSuite extends ConflictTest {

  private def setup(key: String): Seq[String] = Seq(
    s"CREATE TABLE t (k $key, n BIGINT, s STRING) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    if (key == "DATE") "INSERT INTO t VALUES (DATE'2020-01-01', 0, 'b')"
    else "INSERT INTO t VALUES ('a', 0, 'b')"
  )

  /** Adds rows that depend on all others, so that they show which of the two commits came first. */
  private def add(keys: String*): String =
    keys.map(key => s"SELECT $key, count(*) + 1000 * count_if(s = 'u'), 'w' FROM t")
      .mkString("INSERT INTO t SELECT /*+ COALESCE(1) */ * FROM (", " UNION ALL ", ")")

  /** Merges more than one row, so that Delta itself reads all files. */
  private def upsert(on: String, keys: String*): String =
    s"MERGE INTO t AS t USING (SELECT * FROM VALUES ${keys.map(k => s"($k)").mkString(", ")} AS v(k)) s " +
      s"ON $on WHEN MATCHED THEN UPDATE SET s = 'u' " +
      "WHEN NOT MATCHED THEN INSERT (k, n, s) VALUES (s.k, -1, 'i')"

  private def bytes(of: String): String = s"CAST(X'$of' AS STRING)"

  private def long(end: String): String = s"repeat('a', 32) || ${bytes(end)}"

  Seq(
    upsert("t.k = s.k", bytes("FF"), "'zz'", "'yy'"),
    "UPDATE t SET s = 'u' WHERE hex(k) = 'FF' OR n = 0"
  ).foreach { loser =>
    scenario(
      s"bytes that are no text, and $loser",
      setup("STRING")
    )(add(bytes("FF")))(loser)(Append)
  }

  scenario("a long text of which the end is no text", setup("STRING"))(add(long("F8")))(
    upsert("t.k > s.k", long("F5"), "'zz'")
  )(Append)

  Seq(
    "a year before the first" ->
      (add("DATE'0000-01-01'"), upsert("t.k = s.k", "DATE'0000-01-01'", "DATE'2022-01-01'")),
    "a date beside one of a year before the first" -> (
      add("DATE'2019-05-05'", "DATE'-2019-01-01'"),
      upsert("t.k = s.k", "DATE'2019-05-05'", "DATE'2022-01-01'")
    ),
    "a negative year" ->
      (add("DATE'-2019-01-01'"), "UPDATE t SET s = 'u' WHERE year(k) = -2019 OR n = 0")
  ).foreach { case (name, (winner, loser)) =>
    atBothLevels(s"$name, written as older versions of Spark wrote it") { level =>
      withConf("spark.sql.legacy.timeParserPolicy" -> "LEGACY")(
        check(copyOf(made(setup("DATE"), level)), setup("DATE"), Seq(winner), loser, Append)
      )
    }
  }

  atBothLevels(
    "where no row may be read, the greatest of dates rules a file out, and the least does not"
  ) {
    level =>
      withConf(DeltawardConf.MAX_ROWS_TO_CHECK.key -> "0") {
        Seq("k > DATE'2021-06-06'" -> Last, "k < DATE'2019-06-06'" -> Append)
          .foreach { case (condition, expected) =>
            check(
              copyOf(made(setup("DATE"), level)),
              setup("DATE"),
              Seq(add("DATE'2021-01-01'")),
              s"UPDATE t SET s = 'u' WHERE $condition OR n = 0",
              expected
            )
          }
      }
  }
}
