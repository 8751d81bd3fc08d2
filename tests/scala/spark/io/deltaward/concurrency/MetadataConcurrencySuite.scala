package io.deltaward.concurrency

import java.util.UUID

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.classic.{SparkSession => ClassicSession}
import org.apache.spark.sql.delta.DeltaOptions
import org.apache.spark.sql.delta.sources.DeltaSink
import org.apache.spark.sql.functions.lit
import org.apache.spark.sql.streaming.OutputMode

import io.deltaward.Exhaustive
import io.deltaward.concurrency.Expected._
import io.deltaward.conf.DeltawardConf
import org.apache.spark.sql.delta.deltaward.Once

/** Tests writes that lose to a change of the table's metadata. */
class MetadataConcurrencySuite extends ConflictTest {

  private val On = DeltawardConf.METADATA_ENABLED.key -> "true"

  /** Two files, so that there is something to compact. */
  private val Table = TenRows :+
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  private val Mapped = withProperties(Table, "'delta.columnMapping.mode' = 'name'")
  private val Widening = withProperties(Table, "'delta.enableTypeWidening' = 'true'")

  private def set(property: String): String = s"ALTER TABLE t SET TBLPROPERTIES ($property)"

  private val Insert = "INSERT INTO t (id, x, s) VALUES (21, 21, 'c')"
  private val Delete = "DELETE FROM t WHERE id = 2"
  private val Update = "UPDATE t SET x = x + 1 WHERE id = 3"
  private val Merge =
    "MERGE INTO t AS t USING (SELECT id FROM range(5, 23)) s ON t.id = s.id WHEN MATCHED AND t.id < 7 THEN " +
      "UPDATE SET x = 0 WHEN NOT MATCHED THEN INSERT (id, x, s) VALUES (s.id, 1, 'm')"
  private val Optimize = "OPTIMIZE t"

  private val Writes = Seq(
    "INSERT" -> Insert,
    "DELETE" -> Delete,
    "UPDATE" -> Update,
    "MERGE" -> Merge,
    "OPTIMIZE" -> Optimize
  )

  /**
   * Tests that each write, and a batch of a stream, commits after the change, unless it is in `refused`. `make test`
   * tries some of them.
   */
  private def change(
      name: String,
      statement: String,
      setup: Seq[String] = Table,
      refused: Set[String] = Set.empty,
      conflict: Expected = MetadataChanged
  ): Unit = {
    Writes.foreach { case (kind, write) =>
      val tags = Exhaustive.unless(Set("INSERT", "MERGE")(kind))
      val expected = if (refused(kind)) conflict else Last
      atBothLevels(s"$name, and $kind", tags: _*) { level =>
        withConf(On)(check(copyOf(made(setup, level)), setup, Seq(statement), write, expected))
      }
    }
    test(s"$name, and the streaming sink") {
      withConf(On) {
        val path = copyOf(made(setup, "Serializable"))
        val outcome = raceOfSink(path)(run(path, statement))
        assert(outcome.isSuccess != refused("STREAM"), outcome)
        val rows = sql(s"SELECT count(*) FROM ${named(path)} WHERE id > 20").head.getLong(0)
        assert(rows == (if (refused("STREAM")) 0 else 3))
      }
    }
  }

  /** The property in which a streaming query gives its id to its sinks. */
  private val QueryId = "sql.streaming.queryId"

  /** Runs one batch of a streaming query, on this thread. */
  private def raceOfSink(path: Path, mode: OutputMode = OutputMode.Append)(
      winner: => Unit
  ): Try[Unit] = {
    val context = spark.sparkContext
    context.setLocalProperty(QueryId, UUID.randomUUID.toString)
    try {
      val conf = spark.sessionState.conf
      val sink = new DeltaSink(
        spark.asInstanceOf[ClassicSession].sqlContext,
        path,
        Nil,
        mode,
        new DeltaOptions(Map.empty[String, String], conf)
      )
      val batch = spark.range(21, 24).selectExpr("id", "CAST(id AS INT) AS x", "'s' AS s")
      Once.beforeAttempt(elsewhere(winner))(
        Try(sink.addBatch(0, batch))
      )
    } finally context.setLocalProperty(QueryId, null)
  }

  /** All writes that a change can refuse. OPTIMIZE starts again instead. */
  private val All = Set("INSERT", "DELETE", "UPDATE", "MERGE", "STREAM")
  private val Removing = Set("DELETE", "UPDATE", "MERGE")

  change("a comment on the table", "COMMENT ON TABLE t IS 'sold'")
  change("a comment on a column", "ALTER TABLE t ALTER COLUMN x COMMENT 'how many'")
  change("a property of the user's own", set("'team' = 'sales'"))
  change("a property about the log", set("'delta.logRetentionDuration' = 'interval 60 days'"))
  change("type widening turned on", set("'delta.enableTypeWidening' = 'true'"), refused = All)
  change(
    "how long versions of applications are kept",
    set("'delta.setTransactionRetentionDuration' = 'interval 60 days'"),
    refused = All
  )
  change("a check constraint", "ALTER TABLE t ADD CONSTRAINT few CHECK (id < 1000)")
  change("a nullable column", "ALTER TABLE t ADD COLUMN y INT", refused = Set("MERGE"))
  change(
    "a nullable column in front",
    "ALTER TABLE t ADD COLUMN y INT FIRST",
    Mapped,
    refused = All
  )
  change("another order", "ALTER TABLE t ALTER COLUMN x FIRST", Mapped, refused = All)
  change("a wider type", "ALTER TABLE t ALTER COLUMN x TYPE BIGINT", Widening, refused = All)
  change(
    "deletion vectors turned on",
    set("'delta.enableDeletionVectors' = 'true'"),
    Table.map(_.replace(
      "'delta.enableDeletionVectors' = 'true'",
      "'delta.enableDeletionVectors' = 'false'"
    ))
  )
  change(
    "the change data feed turned on",
    set("'delta.enableChangeDataFeed' = 'true'"),
    refused = Removing
  )
  change(
    "deletion vectors turned off",
    set("'delta.enableDeletionVectors' = 'false'"),
    refused = Removing
  )
  change("no rows to go any more", set("'delta.appendOnly' = 'true'"), refused = Removing)
  change(
    "a default for a column",
    "ALTER TABLE t ALTER COLUMN x SET DEFAULT 7",
    withProperties(Table, "'delta.feature.allowColumnDefaults' = 'supported'"),
    refused = All
  )
  change(
    "columns mapped by name, which Delta lets pass itself",
    set("'delta.columnMapping.mode' = 'name'")
  )
  change("a column that goes", "ALTER TABLE t DROP COLUMN s", Mapped, refused = All)
  change(
    "another property of Delta's",
    set("'delta.randomizeFilePrefixes' = 'true'"),
    refused = All
  )

  change(
    "how many columns have statistics",
    set("'delta.dataSkippingNumIndexedCols' = '1'"),
    refused = All
  )

  private val Clustered = Table.head.replace(" USING delta", " USING delta CLUSTER BY (id)") +:
    Table.tail
  change("other clustering columns", "ALTER TABLE t CLUSTER BY (x)", Clustered)
  change(
    "row tracking turned on",
    set("'delta.enableRowTracking' = 'true'"),
    refused = Removing,
    conflict = Append
  )
  change(
    "a column that may be NULL again",
    "ALTER TABLE t ALTER COLUMN x DROP NOT NULL",
    Table.head.replace("x INT", "x INT NOT NULL") +: Table.tail,
    refused = All
  )
  change(
    "a constraint that goes",
    "ALTER TABLE t DROP CONSTRAINT few",
    Table :+ "ALTER TABLE t ADD CONSTRAINT few CHECK (id < 1000)"
  )

  private def refusal(path: Path, loser: String)(winners: String*): String =
    withConf(On)(refusalOf(race(path, loser)(winners.foreach(run(path, _)))))

  private def refusalOf(outcome: Try[Unit]): String = {
    val conflict = explained(outcome.failed.get).explanation
    s"${conflict.why.reason} ${conflict.retryable} ${conflict.why.because}"
  }

  test(
    "rows that do not satisfy a new constraint are refused, whether the condition is false or NULL"
  ) {
    Seq("2000", "NULL").foreach { id =>
      val path = copyOf(made(Table, "Serializable"))
      val why = refusal(path, s"INSERT INTO t VALUES ($id, 1, 'z')")(
        "ALTER TABLE t ADD CONSTRAINT few CHECK (id < 1000)"
      )
      assert(why.startsWith("CONSTRAINT_BROKEN false"), why)
      assert(content(path).length == 20)
    }
  }

  test("rows that were there are not looked at for a new constraint") {
    val path = copyOf(made(Table, "Serializable"))
    withConf(On, DeltawardConf.MAX_ROWS_TO_CHECK.key -> "0") {
      val winner = "ALTER TABLE t ADD CONSTRAINT few CHECK (id < 1000)"
      check(path, Table, Seq(winner), Delete, Last)
      assert(refusal(
        path,
        Insert
      )("ALTER TABLE t ADD CONSTRAINT some CHECK (id > 0)").startsWith("TOO_MANY_ROWS"))
    }
  }

  test("the conflict names what is in the way") {
    val path = copyOf(made(Mapped, "Serializable"))
    val why = refusal(path, Insert)("ALTER TABLE t DROP COLUMN s")
    assert(why.startsWith("METADATA_CHANGED true") && why.contains("a column that was removed"))
  }

  private val Few = "ALTER TABLE t ADD CONSTRAINT few CHECK (id < 1000)"

  Seq(
    Seq(set("'team' = 'a'"), Few, "DELETE FROM t WHERE id = 9") -> Last,
    Seq("DELETE FROM t WHERE id = 9", set("'team' = 'a'"), "OPTIMIZE t") -> Last,
    Seq(set("'team' = 'a'"), Delete) -> Append,
    Seq("ALTER TABLE t ADD COLUMN y INT", "DELETE FROM t WHERE id = 9") -> Append,
    Seq(set("'team' = 'a'"), set("'delta.appendOnly' = 'true'")) -> MetadataChanged,
    Seq(Few, "ALTER TABLE t DROP CONSTRAINT few") -> Last
  ).foreach { case (winners, expected) =>
    test(s"of several winners each counts: ${winners.mkString("; ")}") {
      withConf(On)(check(copyOf(made(Table, "Serializable")), Table, winners, Delete, expected))
    }
  }

  test("a row is not taken for one that differs in a column which came meanwhile") {
    val path = copyOf(made(Table, "WriteSerializable"))
    val outcome = withConf(On) {
      race(path, "DELETE FROM t WHERE id = 5") {
        Seq(
          "ALTER TABLE t ADD COLUMN y INT",
          "INSERT INTO t SELECT id, CAST(id AS INT), 'a', 7 FROM range(100)",
          "OPTIMIZE t"
        ).foreach(run(path, _))
      }
    }
    assert(outcome.isFailure)
    assert(content(path).count(_.startsWith("[5,")) == 2)
  }

  test("a write that says to change no data has to satisfy a new constraint, too") {
    val path = copyOf(made(Table, "Serializable"))
    val outcome = withConf(On) {
      Once.beforeAttempt(elsewhere(run(path, Few)))(Try {
        spark.sql("SELECT 2000L AS id, 1 AS x, 'z' AS s").write.format("delta").mode("append")
          .option("dataChange", "false").save(path.toString)
      })
    }
    assert(outcome.failed.get.getMessage.contains("CONSTRAINT_BROKEN"), outcome)
  }

  test("a constraint on a column that came meanwhile is not taken for one on the user") {
    val path = copyOf(made(Table.take(1), "Serializable"))
    val why = refusal(path, "INSERT INTO t (id, x, s) VALUES (1, 1, 'z')")(
      "ALTER TABLE t ADD COLUMN user STRING",
      "ALTER TABLE t ADD CONSTRAINT known CHECK (user IS NOT NULL)"
    )
    assert(why.startsWith("METADATA_CHANGED") && why.contains("user IS NOT NULL"), why)
  }

  // Each new column has a name that meant something else before, or is part of a `*`.
  Seq(
    "CAST(struct(*) AS STRING)" -> "y INT" ->
      "INSERT INTO t (id, x, s) SELECT id + 100, x, CAST(struct(*) AS STRING) FROM t WHERE id = 3",
    "a join by all names" -> "k INT" ->
      "INSERT INTO t (id, x, s) SELECT id + 100, x, s FROM t NATURAL JOIN (SELECT 3L AS id, 3 AS k)",
    "a name of the session" -> "user STRING" -> "UPDATE t SET s = user WHERE id = 3",
    "a variable" -> "limit_of_x INT" -> "UPDATE t SET x = limit_of_x WHERE id = 3",
    "a query over the table" -> "y INT" ->
      "UPDATE t SET x = (SELECT CAST(count(DISTINCT *) AS INT) FROM t) WHERE id = 3",
    "the text DEFAULT" -> "`default` INT" -> "UPDATE t SET x = DEFAULT WHERE id = 3",
    "a name in what it replaces" -> "user STRING" ->
      "INSERT INTO t BY NAME REPLACE WHERE s = 'z' OR user = '' SELECT 55L AS id, 1 AS x, 'z' AS s",
    "a time in a condition" -> "current_date DATE" ->
      "DELETE FROM t WHERE current_date > DATE'2020-01-01' AND id = 3"
  ).foreach { case ((name, column), loser) =>
    test(s"a new column is in the way of ${loser.takeWhile(_ != ' ')} with $name") {
      if (loser.contains("BY NAME REPLACE"))
        assume(SPARK_VERSION >= "4.2", "Spark 4.1 replaces by columns in their order alone")
      spark.sql("DECLARE OR REPLACE VARIABLE limit_of_x INT DEFAULT 5")
      withConf(On)(check(
        copyOf(made(Table, "Serializable")),
        Table,
        Seq(s"ALTER TABLE t ADD COLUMN $column"),
        loser,
        MetadataChanged
      ))
    }
  }

  // After the change, each statement needs a value for the new column.
  Seq(
    "INSERT INTO t VALUES (21, 21, 'c')",
    "INSERT OVERWRITE TABLE t VALUES (21, 21, 'c')",
    "INSERT INTO t REPLACE WHERE id = 21 OR id = 2 VALUES (21, 21, 'c')"
  ).foreach { loser =>
    test(s"a new column is in the way of values in the order of columns: $loser") {
      val path = copyOf(made(Table, "Serializable"))
      val why = refusal(path, loser)("ALTER TABLE t ADD COLUMN y INT")
      assert(why.startsWith("METADATA_CHANGED true") && why.contains("the new column y"), why)
      assert(Try(run(path, loser)).failed.get.getMessage.contains("ARITY_MISMATCH"))
    }
  }

  test("a new column is in the way of an INSERT that has to have values for all columns") {
    withConf("spark.sql.defaultColumn.useNullsForMissingDefaultValues" -> "false") {
      val path = copyOf(made(Table, "Serializable"))
      val why = refusal(path, Insert)("ALTER TABLE t ADD COLUMN y INT")
      assert(why.startsWith("METADATA_CHANGED true") && why.contains("the new column y"), why)
      assert(Try(run(path, Insert)).failed.get.getMessage.contains("y is not specified"))
    }
  }

  private def aRow = spark.sql("SELECT 21L AS id, 21 AS x, 'c' AS s")

  private def saved(path: Path, option: (String, String)): Unit =
    aRow.write.format("delta").mode("overwrite").option(option._1, option._2).save(path.toString)

  private def lostBy(loser: => Unit)(winner: => Unit): Try[Unit] =
    withConf(On)(Once.beforeAttempt(elsewhere(winner))(Try(loser)))

  private val Overwriting = "overwriteSchema" -> "true"

  Seq[(String, Path => Unit)](
    "save" -> (saved(_, Overwriting)),
    "writeTo" ->
      (path =>
        aRow.writeTo(named(path)).option(Overwriting._1, Overwriting._2)
          .overwrite(lit(true))
      )
  ).foreach { case (name, loser) =>
    test(s"every change is in the way of what may replace the schema: $name") {
      Seq(
        "ALTER TABLE t ADD COLUMN y INT",
        "ALTER TABLE t ALTER COLUMN s COMMENT 'hi'",
        set("'team' = 'sales'")
      ).foreach { winner =>
        val path = copyOf(made(Table, "Serializable"))
        val why = refusalOf(lostBy(loser(path))(run(path, winner)))
        assert(why.startsWith("METADATA_CHANGED true") && why.contains("replace the schema"), why)
      }
    }
  }

  test("what overwrites is in the way of rows that only come, if there is none to replace, too") {
    val path = copyOf(made(Table, "Serializable"))
    val why = refusalOf(lostBy(saved(path, "replaceWhere" -> "id = 21")) {
      run(path, set("'delta.appendOnly' = 'true'"))
    })
    assert(why.startsWith("METADATA_CHANGED true") && why.contains("removed rows"), why)
  }

  test("every change is in the way of a stream that writes all rows anew") {
    val path = copyOf(made(Table, "Serializable"))
    val why = refusalOf(withConf(On)(raceOfSink(path, OutputMode.Complete) {
      run(path, set("'team' = 'sales'"))
    }))
    assert(why.startsWith("METADATA_CHANGED true") && why.contains("replace the schema"), why)
  }

  test("a change data feed has the columns of today, at versions of long ago, too") {
    val setup = withProperties(Table.take(1), "'delta.enableChangeDataFeed' = 'true'") ++
      Table.drop(1)
    val path = copyOf(made(setup, "Serializable"))
    val why = refusal(
      path,
      "INSERT INTO t (id, x, s) SELECT id + 100, x, CAST(struct(*) AS STRING) FROM " +
        s"table_changes_by_path('$path', 2, 2) WHERE id = 3"
    )("ALTER TABLE t ADD COLUMN y INT")
    assert(why.startsWith("METADATA_CHANGED") && why.contains("the new column y"), why)
  }

  test("a constraint on a CHAR is left to Delta, which judges what is stored") {
    val setup = Seq(
      "CREATE TABLE t (k CHAR(5), x INT) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      "INSERT INTO t VALUES ('b', 1)"
    )
    val path = copyOf(made(setup, "Serializable"))
    val why = refusal(
      path,
      "MERGE INTO t AS t USING (VALUES ('q') AS v(k)) s ON t.x = 1000 WHEN NOT MATCHED THEN INSERT (k, x) VALUES (s.k, 1)"
    )("ALTER TABLE t ADD CONSTRAINT filled CHECK (length(k) = 5)")
    assert(why.startsWith("METADATA_CHANGED") && why.contains("the constraint"), why)
  }

  test("properties that bring a feature, or come after another policy, are not merged") {
    val path = copyOf(made(Table :+ "COMMENT ON TABLE t IS 'A'", "Serializable"))
    Seq(
      set("'delta.checkpointPolicy' = 'v2'") -> set("'team' = 'a'"),
      set("'team' = 'b'") -> set("'deltaward.allowedFeatures' = 'deletionVectors'"),
      // A comment is kept beside the properties.
      set("'comment' = 'A', 'team' = 'a'") -> set("'comment' = 'B'")
    ).foreach { case (loser, winner) =>
      val why = refusal(path, loser)(winner)
      // With the setting off, the advice would be to turn it on.
      assert(why.startsWith("METADATA_CHANGED") && why.contains("may depend on it"), why)
    }
  }

  test("statements that set properties do not fail each other, and all are there") {
    val path = copyOf(made(Table, "Serializable"))
    def value(key: String): String =
      sql(s"SHOW TBLPROPERTIES ${named(path)} ('$key')").head.getString(1)
    withConf(On) {
      race(path, set("'a' = '1', 'both' = 'second'")) {
        Seq(set("'b' = '2', 'both' = 'first'"), "ALTER TABLE t ADD COLUMN y INT", set("'c' = '3'"))
          .foreach(run(path, _))
      }.get
      assert(Seq("a", "b", "c", "both").map(value) == Seq("1", "2", "3", "second"))
      assert(spark.table(named(path)).columns.contains("y"))
      race(path, "ALTER TABLE t UNSET TBLPROPERTIES ('a')")(run(path, set("'d' = '4'"))).get
      assert(value("d") == "4" && value("a").contains("does not have property"))
      assert(refusal(path, "ALTER TABLE t UNSET TBLPROPERTIES ('b')")(
        "ALTER TABLE t UNSET TBLPROPERTIES ('b')"
      ).startsWith("METADATA_CHANGED"))
      assert(refusal(
        path,
        set("'delta.appendOnly' = 'true'")
      )(set("'e' = '5'")).startsWith("METADATA_CHANGED"))
    }
  }

  test("SET TBLPROPERTIES conflicts with a winner that enables in-commit timestamps") {
    val setup = withProperties(Table, "'delta.feature.inCommitTimestamp' = 'supported'")
    val path = copyOf(made(setup, "Serializable"))
    withConf(On) {
      val why =
        refusal(path, set("'a' = '1'"))(set("'delta.enableInCommitTimestamps' = 'true'"))
      assert(why.startsWith("METADATA_CHANGED") && why.contains("enableInCommitTimestamps"), why)
    }
  }

  test("by default each change fails every write") {
    val path = copyOf(made(Table, "Serializable"))
    check(path, Table, Seq(set("'team' = 'sales'")), Insert, MetadataChanged)
  }

  test("the history names the change that a write came after") {
    val path = copyOf(made(Table, "Serializable"))
    withConf(On)(race(path, Insert)(run(path, set("'team' = 'sales'"))).get)
    val told = sql(s"DESCRIBE HISTORY ${named(path)} LIMIT 1").head
      .getAs[Map[String, String]]("operationParameters")("resolvedConflicts")
    assert(told.contains("(SET TBLPROPERTIES): HARMLESS_METADATA"), told)
  }
}
