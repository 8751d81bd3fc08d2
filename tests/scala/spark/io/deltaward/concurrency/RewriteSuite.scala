package io.deltaward.concurrency

import io.deltaward.concurrency.Expected._
import io.deltaward.conf.DeltawardConf

/** Tests DELETE, UPDATE and MERGE that lose to OPTIMIZE or REORG, and the other way round. */
class RewriteSuite extends ConflictTest {

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  private val Twins = TenRows.take(1) ++ Seq(
    "INSERT INTO t SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1, 'a'), (2, 2, 'b'), (1, 1, 'a') v",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ * FROM VALUES (1, 1, 'a'), (3, 3, 'c') v"
  )

  scenario("a delete finds its rows in the compacted file", TwoFiles)("OPTIMIZE t")(
    "DELETE FROM t WHERE id = 2"
  )(Last)

  variant("rows that are the same in every value all go", Twins)("OPTIMIZE t")(
    "DELETE FROM t WHERE id = 1"
  )(Last)

  variant("an update finds its rows in a table ordered anew", TwoFiles)(
    "OPTIMIZE t ZORDER BY (x)"
  )("UPDATE t SET x = 100 WHERE id IN (2, 12)")(Last)

  variant("rows purged before stay away", TwoFiles :+ "DELETE FROM t WHERE id = 3")(
    "REORG TABLE t APPLY (PURGE)"
  )("DELETE FROM t WHERE id = 5")(Last)

  private val Lookalikes = Seq(
    "CREATE TABLE t (id BIGINT, d DOUBLE, m MAP<STRING, INT>) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, d, m FROM VALUES (1, 0.0D, map('k', 1)), " +
      "(1, -0.0D, map('k', 1)), (1, double('NaN'), map('k', 2)) AS v(id, d, m)",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, d, m FROM VALUES (2, 0.0D, map('k', 1)), " +
      "(1, 0.0D, map('k', 1)) AS v(id, d, m)"
  )

  scenario("rows that only compare as equal are told apart", Lookalikes)("OPTIMIZE t")(
    "DELETE FROM t WHERE id = 1 AND CAST(d AS STRING) = '-0.0'"
  )(Last)

  scenarioByLevel("an append of a twin, compacted with it", TwoFiles)(
    "INSERT INTO t VALUES (2, 2, 'a')",
    "OPTIMIZE t"
  )("DELETE FROM t WHERE id = 2")(First, Append)

  scenario("compacted, and changed again in the compacted file", TwoFiles)(
    "DELETE FROM t WHERE id = 1",
    "OPTIMIZE t",
    "DELETE FROM t WHERE id = 3"
  )("UPDATE t SET x = 100 WHERE id = 2")(Last)

  scenario("the same row, found only in the compacted file", TwoFiles)(
    "OPTIMIZE t",
    "DELETE FROM t WHERE id = 2"
  )("DELETE FROM t WHERE id = 2")(Append)

  scenario("a copy of rows from a compacted file, which then goes", TwoFiles)(
    "OPTIMIZE t",
    "DELETE FROM t"
  )("INSERT INTO t SELECT id + 100, x, s FROM t WHERE id > 15")(DeleteRead)

  variant("a merge that loses to a compaction", TwoFiles)("OPTIMIZE t")(
    "MERGE INTO t AS t USING (VALUES 2, 100 AS v(k)) s ON t.id = s.k " +
      "WHEN MATCHED THEN UPDATE SET x = t.x + 1 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 0)"
  )(Last)

  variant("a delete of a whole file that was compacted", TwoFiles)("OPTIMIZE t")(
    "DELETE FROM t WHERE id > 10"
  )(Last)

  scenario("a compaction carries deletes over", TwoFiles)("DELETE FROM t WHERE id = 1")(
    "OPTIMIZE t"
  )(Last)

  variant("a compaction carries updates over", TwoFiles)("UPDATE t SET x = 0 WHERE id = 1")(
    "OPTIMIZE t"
  )(Last)

  variant(
    "a compaction carries over that a file has gone",
    TwoFiles
  )("DELETE FROM t WHERE id > 10")(
    "OPTIMIZE t"
  )(Last)

  private val Partitioned = Seq(
    "CREATE TABLE t (id BIGINT, p INT) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id % 2 AS INT) FROM range(1, 11)",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id % 2 AS INT) FROM range(11, 21)"
  )

  scenario("a compaction leaves alone what another has compacted", Partitioned)(
    "OPTIMIZE t WHERE p = 1"
  )("OPTIMIZE t")(Last)

  variant("two compactions of the same files", TwoFiles)("OPTIMIZE t")("OPTIMIZE t")(Last)

  variant("two orderings of the same files", TwoFiles)("OPTIMIZE t ZORDER BY (x)")(
    "OPTIMIZE t ZORDER BY (id)"
  )(Last)

  variant("a purge carries deletes over", TwoFiles :+ "DELETE FROM t WHERE id = 3")(
    "DELETE FROM t WHERE id = 5"
  )("REORG TABLE t APPLY (PURGE)")(Last)

  variant(
    "an aggregate has read the same rows from a compacted table",
    TwoFiles
  )("OPTIMIZE t")(
    "INSERT INTO t SELECT max(id) + 1, max(x), 'max' FROM t"
  )(Last)

  scenario("an overwrite of all rows that were compacted", TwoFiles)("OPTIMIZE t")(
    "INSERT OVERWRITE TABLE t SELECT id + 100, x, 'new' FROM t WHERE id < 5"
  )(Last)

  scenario("an overwrite of some rows that were compacted", TwoFiles)("OPTIMIZE t")(
    "INSERT INTO TABLE t REPLACE WHERE id = 2 SELECT 2L, 7, 'new'"
  )(Last)

  variant("an overwrite of a partition that was compacted", Partitioned)("OPTIMIZE t")(
    "INSERT INTO TABLE t REPLACE WHERE p = 1 VALUES (1, 1)"
  )(Last)

  variant("an overwrite of all partitions, of which one was compacted", Partitioned)(
    "OPTIMIZE t WHERE p = 1"
  )("INSERT OVERWRITE TABLE t VALUES (1, 1)")(Last)

  test("an overwrite of everything that was compacted reads no row") {
    val path = copyOf(made(TwoFiles, "Serializable"))
    withConf(DeltawardConf.MAX_ROWS_TO_CHECK.key -> "0")(
      check(
        path,
        TwoFiles,
        Seq("OPTIMIZE t"),
        "INSERT OVERWRITE TABLE t VALUES (1, 1, 'new')",
        Last
      )
    )
  }

  variant("an overwrite of what was compacted twice", TwoFiles)(
    "OPTIMIZE t",
    "OPTIMIZE t ZORDER BY (x)"
  )("INSERT OVERWRITE TABLE t VALUES (1, 1, 'new')")(Last)

  scenarioByLevel("an overwrite, and an append that was compacted with what it replaces", TwoFiles)(
    "INSERT INTO t VALUES (50, 50, 'appended')",
    "OPTIMIZE t"
  )("INSERT OVERWRITE TABLE t VALUES (1, 1, 'new')")(First, Append)

  scenario("an overwrite of rows that were changed, and compacted", TwoFiles)(
    "OPTIMIZE t",
    "DELETE FROM t WHERE id = 1"
  )("INSERT OVERWRITE TABLE t VALUES (1, 1, 'new')")(Append)

  Seq("input_file_name()", "_metadata.file_name").foreach { expression =>
    scenario(s"what $expression says is another thing after a compaction", TwoFiles)("OPTIMIZE t")(
      s"INSERT INTO t SELECT id + 100, x, $expression FROM t"
    )(Append)
  }

  private val Tracked =
    withProperties(TwoFiles.take(1), "'delta.enableRowTracking' = 'true'") ++ Twins.drop(1)

  variant("where rows are tracked, a row is found by its id", Tracked)("OPTIMIZE t")(
    "UPDATE t SET x = 100 WHERE id = 1"
  )(Last)

  private val Figures = Seq("numAddedFiles", "numRemovedFiles", "numAddedBytes", "numRemovedBytes")

  private def figures(path: org.apache.hadoop.fs.Path): Map[String, String] =
    sql(s"DESCRIBE HISTORY ${named(path)} LIMIT 1").head
      .getAs[Map[String, String]]("operationMetrics")

  atBothLevels("a compaction that leaves all bins out says in the history that it did nothing") {
    level =>
      val path = copyOf(made(TwoFiles, level))
      race(path, "OPTIMIZE t")(run(path, "OPTIMIZE t")).get
      assert(Figures.map(figures(path)) == Seq("0", "0", "0", "0"))
      assert(!figures(path).keySet.exists(_.endsWith("FileSize")))
  }

  atBothLevels("a compaction that leaves out one bin of two counts the other") { level =>
    val path = copyOf(made(Partitioned, level))
    race(path, "OPTIMIZE t")(run(path, "OPTIMIZE t WHERE p = 1")).get
    val told = figures(path)
    assert(told("numAddedFiles") == "1" && told("numRemovedFiles") == "2")
    assert(told("minFileSize") == told("maxFileSize") &&
      told("maxFileSize") == told("numAddedBytes"))
  }
}
