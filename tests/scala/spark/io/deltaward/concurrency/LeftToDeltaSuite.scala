package io.deltaward.concurrency

import io.deltaward.RunningDelta
import io.deltaward.concurrency.Expected._
import org.apache.spark.sql.delta.deltaward.Once

/** Tests conflicts that the resolution leaves to Delta, since it cannot decide them exactly. */
class LeftToDeltaSuite extends ConflictTest {

  scenario("a merge does not see that a row it left alone has gone")(
    "DELETE FROM t WHERE id = 1"
  )(
    "MERGE INTO t AS t USING (VALUES 1, 2 AS v(k)) s ON t.id = s.k WHEN MATCHED AND t.x > 1 " +
      "THEN UPDATE SET x = 0 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 0)"
  )(Append)

  variant("a merge that inserts nothing, and a delete of another row")(
    "DELETE FROM t WHERE id = 9"
  )(
    "MERGE INTO t AS t USING (VALUES 2 AS v(k)) s ON t.id = s.k WHEN MATCHED THEN UPDATE SET x = 0"
  )(Last)

  scenario("a merge whose source reads the table")("DELETE FROM t WHERE id = 9")(
    "MERGE INTO t AS t USING (SELECT max(id) AS k FROM t) s ON t.id = s.k WHEN MATCHED THEN DELETE"
  )(Append)

  scenario("an update that reads the table in a subquery")("DELETE FROM t WHERE id = 9")(
    "UPDATE t SET x = (SELECT count(*) FROM t) WHERE id = 1"
  )(Append)

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.udf.register("is_one", (id: Long) => id == 1): Unit
  }

  scenario("a condition that calls a function of the user's own")(
    "UPDATE t SET x = 0 WHERE id = 9"
  )("DELETE FROM t WHERE is_one(id)")(Append)

  // Delta before 4.3 refuses a DELETE with an EXISTS subquery.
  if (RunningDelta.isAtLeast("4.3"))
    atBothLevels("a delete whose condition looks into the table") { level =>
      val path = copyOf(made(TenRows, level))
      val outcome = withConf("spark.databricks.delta.delete.allowExistsSubquery" -> "true") {
        race(
          path,
          "DELETE FROM t AS a WHERE EXISTS (SELECT 1 FROM t AS b WHERE b.id = a.id + 5)"
        )(run(path, "DELETE FROM t WHERE id = 9"))
      }
      assert(outcome.isFailure && content(path).length == 9)
    }

  atBothLevels("an overwrite that says it changes no data, and does") { level =>
    val path = copyOf(made(TenRows, level))
    val outcome = race(path, "DELETE FROM t WHERE id = 2") {
      spark.read.format("delta").load(path.toString).selectExpr("id", "x + 100 AS x", "s")
        .write.format("delta").mode("overwrite").option("dataChange", "false").save(path.toString)
    }
    assert(outcome.failed.get.getClass.getSimpleName == "ConcurrentAppendException", outcome)
    assert(content(path).length == 10 && content(path).contains("[2,102,a]"))
  }

  atBothLevels("an overwrite that says it changes no data, after a compaction") { level =>
    val path = copyOf(made(TenRows ++ TenRows.drop(1), level))
    val outcome = Once.beforeAttempt(elsewhere(run(path, "OPTIMIZE t")))(scala.util.Try {
      spark.read.format("delta").load(path.toString).coalesce(1)
        .write.format("delta").mode("overwrite").option("dataChange", "false").save(path.toString)
    })
    assert(outcome.isFailure && content(path).length == 20, outcome)
  }

  scenario("a column was added")("ALTER TABLE t ADD COLUMN y INT")(
    "DELETE FROM t WHERE id = 1"
  )(
    MetadataChanged
  )

  // Delta 4.0 has no setting that lets these changes pass.
  private val Passed = if (RunningDelta.isAtLeast("4.1")) Last else MetadataChanged

  scenario("a feature was added that Delta lets pass")(
    "ALTER TABLE t SET TBLPROPERTIES ('delta.feature.vacuumProtocolCheck' = 'supported')"
  )("DELETE FROM t WHERE id = 1")(Passed)

  variant("deletion vectors were turned off")(
    "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')"
  )("DELETE FROM t WHERE id = 1")(MetadataChanged)

  private val TwoFiles = TenRows ++ TenRows.drop(1)

  private val Without =
    TenRows.map(_.replace(
      "'delta.enableDeletionVectors' = 'true'",
      "'delta.enableDeletionVectors' = 'false'"
    ))

  scenario("deletion vectors were turned off, which a compaction would take over", TwoFiles)(
    "DELETE FROM t WHERE id = 1",
    "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')"
  )("OPTIMIZE t")(
    // Delta 3.2 tries again without a look at deletion vectors, and deltaward refuses that.
    if (RunningDelta.isAtLeast("3.3")) MetadataChanged else Fails("CommitRefusedException")
  )

  scenario("deletion vectors were turned on", Without)(
    "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
  )("DELETE FROM t WHERE id = 1")(Passed)

  variant("a table without deletion vectors", Without)("DELETE FROM t WHERE id = 1")(
    "DELETE FROM t WHERE id = 2"
  )(Append)

  private val Identity = Seq(
    "CREATE TABLE t (id BIGINT, n BIGINT GENERATED ALWAYS AS IDENTITY) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t (id) SELECT /*+ COALESCE(1) */ id FROM range(1, 11)"
  )

  // Spark 3.5 has no identity columns in SQL.
  if (RunningDelta.isAtLeast("4.0"))
    scenario("I5: a table with an identity column", Identity)("DELETE FROM t WHERE id = 1")(
      "DELETE FROM t WHERE id = 2"
    )(Append)

  atBothLevels("a restore that gives rows back") { level =>
    val path = copyOf(made(TenRows :+ "DELETE FROM t WHERE id = 3", level))
    val outcome = race(path, "DELETE FROM t WHERE id = 2")(
      run(path, "RESTORE TABLE t TO VERSION AS OF 1")
    )
    assert(outcome.isFailure && content(path).length == 10)
  }

  atBothLevels("rows that were written anew without deletion vectors") { level =>
    val path = copyOf(made(TenRows, level))
    val outcome = withConf("spark.databricks.delta.delete.deletionVectors.persistent" -> "false") {
      race(path, "DELETE FROM t WHERE id = 2")(run(path, "DELETE FROM t WHERE id = 1"))
    }
    assert(outcome.isFailure && content(path).length == 9)
  }

  atBothLevels("turned off, by either name, two deletes of a file conflict as ever") { level =>
    Seq(
      "spark.databricks.delta.rowLevelConcurrencyPreview",
      "spark.deltaward.rowLevelConcurrency.enabled"
    ).foreach { key =>
      val path = copyOf(made(TenRows, level))
      withConf(key -> "false") {
        val outcome =
          race(path, "DELETE FROM t WHERE id = 2")(run(path, "DELETE FROM t WHERE id = 1"))
        assert(outcome.isFailure && content(path).length == 9)
      }
    }
  }

  atBothLevels("RL4: more rows than may be read are an ordinary conflict") { level =>
    val path = copyOf(made(TenRows, level))
    withConf("spark.deltaward.rowLevelConcurrency.maxRowsToCheck" -> "1") {
      val outcome = race(path, "DELETE FROM t WHERE id % 20 = 1")(
        run(path, "UPDATE t SET s = 'b' WHERE id IN (3, 5)")
      )
      assert(outcome.isFailure && content(path).length == 10)
    }
  }
}
