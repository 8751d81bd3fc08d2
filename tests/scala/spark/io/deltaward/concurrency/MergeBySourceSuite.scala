package io.deltaward.concurrency

import scala.util.Try

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.connector.catalog.{FunctionCatalog, Identifier}
import org.apache.spark.sql.connector.catalog.functions.{
  BoundFunction,
  ScalarFunction,
  UnboundFunction
}
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.types.{DataType, IntegerType, LongType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.Tag

import io.deltaward.Exhaustive
import io.deltaward.concurrency.Expected._
import io.deltaward.concurrency.reads.MergeReads
import org.apache.spark.sql.delta.deltaward.Once

/** Tests MERGE against rows that others added or removed, which the rows of its own source decide. */
class MergeBySourceSuite extends ConflictTest {

  private def merge(clauses: String, keys: String = "2, 100", on: String = "t.id = s.k"): String =
    s"MERGE INTO t AS t USING (VALUES $keys AS v(k)) s ON $on $clauses"

  private val Update = "WHEN MATCHED THEN UPDATE SET x = 0"
  private val UpdateSome = "WHEN MATCHED AND t.x > 5 THEN UPDATE SET x = 0"
  private val DeleteSome = "WHEN MATCHED AND t.x > 5 THEN DELETE"
  private val Insert = "WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 7)"
  private val InsertSome = "WHEN NOT MATCHED AND s.k > 50 THEN INSERT (id, x) VALUES (s.k, 7)"
  private val BySource =
    "WHEN NOT MATCHED BY SOURCE AND (t.x > 50 OR t.x = 3) THEN UPDATE SET s = 'gone'"
  private val AllBySource = "WHEN NOT MATCHED BY SOURCE THEN UPDATE SET s = 'gone'"

  private val Other = "INSERT INTO t SELECT max(id) + 1, 11, 'new' FROM t"
  private val Matching = "INSERT INTO t SELECT max(id) + 90, 11, 'new' FROM t"
  private val High = "INSERT INTO t SELECT max(id) + 1, 99, 'new' FROM t"

  /** More keys than are looked at one by one. */
  private val Large = (Seq(2, 9, 100) ++ (1001 to 1000 + MergeReads.FewRows)).mkString(", ")

  private val shapes = Seq(
    "a merge that only updates" -> Update,
    "one that updates some of what it matches" -> UpdateSome,
    "one that only inserts" -> Insert,
    "one that inserts some of its source" -> InsertSome,
    "an upsert" -> s"$Update $Insert",
    "a merge of conditional clauses" -> s"$UpdateSome $InsertSome",
    "a merge of four clauses" -> s"$DeleteSome $Update $InsertSome $Insert",
    "a merge of rows that only the table has" -> BySource,
    "a merge of all clauses" -> s"$UpdateSome $InsertSome $BySource"
  )

  // Each changes some row: under Serializable, Delta does not commit a MERGE that changes none.
  for {
    (name, clauses) <- shapes
    (source, keys) <- Seq("its source" -> "2, 9, 100", "its large source" -> Large)
  } {
    val loser = merge(clauses, keys)
    // A large source is joined, whatever the clauses are.
    val tags = Exhaustive.unless(keys != Large || clauses == s"$Update $Insert")
    scenario(s"$name, and an added row that $source does not match", tags = tags)(Other)(loser)(
      Last
    )

    // The clauses decide only whether it conflicts, and clauses of one kind decide the same.
    val kinds = Set(Update, Insert, s"$Update $Insert", s"$UpdateSome $InsertSome $BySource")
    scenario(
      s"$name, and an added row that $source matches",
      tags = Exhaustive.unless(tags.isEmpty && kinds(clauses))
    )(Matching)(loser)(Append)
  }

  scenario("an added row that a clause for unmatched rows is for")(High)(
    merge(s"$Update $BySource")
  )(Append)

  scenario("and one where the clause is for all of them")(Other)(merge(s"$Update $AllBySource"))(
    Append
  )

  scenario("an added row of another partition of the condition")(
    "INSERT INTO t SELECT id + 98, 60, 'new' FROM t WHERE id = 2"
  )(merge(s"$UpdateSome $Insert", on = "t.id = s.k AND t.x < 50"))(Last)

  scenario("the trap: a delete of a row that a large source matched, and left alone")(
    "DELETE FROM t WHERE id = 2"
  )(merge(s"$UpdateSome $Insert", keys = Large))(Append)

  scenario("a delete of a row that a large source did not match")("DELETE FROM t WHERE id = 3")(
    merge(s"$UpdateSome $Insert", keys = Large)
  )(Last)

  scenario("an added row outside of a range in the condition")(
    "INSERT INTO t SELECT id + 98, 60, 'new' FROM t WHERE id = 2"
  )(merge(s"$UpdateSome $Insert", on = "t.id = s.k AND t.x BETWEEN 1 AND 50"))(Last)

  scenario("and one within")(
    "INSERT INTO t SELECT id + 98, 40, 'new' FROM t WHERE id = 2"
  )(merge(s"$UpdateSome $Insert", on = "t.id = s.k AND t.x BETWEEN 1 AND 50"))(Append)

  scenario("the trap: a delete of a row that was matched, and left alone")(
    "DELETE FROM t WHERE id = 2"
  )(merge(s"$UpdateSome $Insert"))(Append)

  scenario("a delete of a row that was not matched")("DELETE FROM t WHERE id IN (3, 4)")(
    merge(s"$UpdateSome $Insert")
  )(Last)

  scenario("an update of a row that was matched, and left alone")(
    "UPDATE t SET x = 9 WHERE id = 2"
  )(
    merge(s"$UpdateSome $Insert")
  )(Append)

  scenario("an update of a row that was not matched, by a merge")(
    merge(s"$Update $Insert", keys = "3, 200")
  )(merge(s"$UpdateSome $Insert"))(Last)

  scenario("a row that was matched, left alone and deleted, where nothing is inserted")(
    "DELETE FROM t WHERE id = 2"
  )(merge(UpdateSome, keys = "2, 9"))(Last)

  scenario("several winners, of which none matters")(
    Other,
    "UPDATE t SET s = 'b' WHERE id = 4",
    "DELETE FROM t WHERE id = 5",
    Other
  )(merge(s"$UpdateSome $Insert $BySource", keys = "2, 9, 100"))(Last)

  scenario("several winners, of which the last matters")(
    Other,
    "DELETE FROM t WHERE id = 5",
    "INSERT INTO t SELECT 100, 1, 'n' FROM t LIMIT 1"
  )(
    merge(s"$UpdateSome $Insert")
  )(Append)

  scenario("a null is no match")("INSERT INTO t SELECT null, max(x) + 1, 'new' FROM t")(
    merge(s"$Update $Insert", keys = "CAST(null AS INT), 2")
  )(Last)

  scenario("unless ON is made for it")("INSERT INTO t SELECT null, max(x) + 1, 'new' FROM t")(
    merge(Update, keys = "CAST(null AS INT), 2", on = "t.id <=> s.k")
  )(Append)

  scenario("a condition that is no equality")(Other)(merge(
    UpdateSome,
    "8",
    on = "t.id < s.k"
  ))(Last)

  scenario("and that an added row satisfies")("INSERT INTO t SELECT max(id) - 9, 1, 'n' FROM t")(
    merge(UpdateSome, "8", on = "t.id < s.k")
  )(Append)

  scenario("no condition on the table at all")(Other)(merge(
    s"$UpdateSome $Insert",
    "8",
    on = "s.k > 100"
  ))(Last)

  scenario("one that fails on an added row is a conflict")(
    "INSERT INTO t SELECT 77, 0, 'n' FROM t"
  )(
    merge(Update, "5", on = "10 / t.x = s.k")
  )(Append)

  scenario("keys of another type")(Matching)(
    merge(Update, "CAST(2 AS DECIMAL(20, 2)), CAST(100 AS DECIMAL(20, 2))")
  )(Append)

  // Spark turns such a text into a time in a condition, but not in a row.
  scenario("texts that would be a time in a condition")(
    "INSERT INTO t SELECT id, 9, 'new' FROM t WHERE id = 9"
  )(
    merge(Update, "'yesterday'", "try_cast(s.k AS DATE) IS NULL AND t.id = length(s.k)")
  )(Append)

  scenario("keys that are texts")(Other)(merge(Update, "'2', '100'"))(Last)

  scenario("zeros of both signs are one key", setup = Doubles)(
    "INSERT INTO t SELECT CAST('-0.0' AS DOUBLE) FROM t LIMIT 1"
  )(DoubleMerge("0.0"))(Append)

  scenario(
    "NaN is a key",
    setup = Doubles
  )("INSERT INTO t SELECT CAST('NaN' AS DOUBLE) FROM t LIMIT 1")(
    DoubleMerge("'NaN'")
  )(Append)

  private lazy val Doubles = Seq(
    "CREATE TABLE t (d DOUBLE) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t VALUES (1.5), (2.5)"
  )

  private def DoubleMerge(key: String): String =
    s"MERGE INTO t AS t USING (VALUES 1.5D, CAST($key AS DOUBLE) AS v(k)) s ON t.d = s.k " +
      "WHEN MATCHED THEN UPDATE SET d = 9"

  private val notKept = Set(
    "a subquery",
    "one of floating-point numbers without what repeats",
    "what depends on the schema in use",
    "what depends on the time, in a text",
    "what depends on the time, in a text that a function reads",
    "what depends on the user, as a time",
    "what depends on the time of day",
    "a cipher that begins with chance"
  )

  /** Sources that the same rule reads as another source of this test. */
  private val variants = Set(
    "a version of one",
    "a part of one",
    "a range of one, without a value",
    "two, one after the other",
    "what depends on the time, which Delta puts into the statement",
    "what depends on the time, in a text that a function reads",
    "what depends on the user, as a time",
    "one that is grouped",
    "a range"
  )

  private def from(source: String): String =
    s"MERGE INTO t AS t USING $source s ON t.id = s.k $UpdateSome $Insert"

  /** Makes a table with these keys, outside the catalog. */
  private def table(keys: String, format: String = "delta"): String = {
    val path = temporaryTable()
    sql(s"SELECT * FROM VALUES $keys AS v(k)", format, path)
    s"$format.`${path.toUri.getPath}`"
  }

  private def sql(query: String, format: String, path: Path): Unit =
    spark.sql(query).write.format(format).mode("append").save(path.toUri.getPath)

  private val Keys = "2, 100"

  Seq[(String, () => String)](
    "a Delta table" -> (() => table(Keys)),
    "a version of one" -> (() => s"(SELECT * FROM ${table(Keys)} VERSION AS OF 0)"),
    "two versions of one" -> { () =>
      val of = table("2")
      sql("SELECT 100 AS k", "delta", new Path(pathIn(of)))
      s"(SELECT * FROM $of VERSION AS OF 0 UNION SELECT * FROM $of VERSION AS OF 1)"
    },
    "a part of one" -> (() => s"(SELECT k FROM ${table(Keys + ", 101, 11")} WHERE k IN (2, 100))"),
    "a range of one, without a value" ->
      (() => s"(SELECT k FROM ${table(Keys + ", 1")} WHERE nullif(k, 7) BETWEEN 2 AND 100)"),
    "one without what repeats" -> (() => s"(SELECT DISTINCT k FROM ${table(Keys + ", 2")})"),
    "one that is grouped" -> (() => s"(SELECT k, max(k) FROM ${table(Keys + ", 2")} GROUP BY k)"),
    "one of floating-point numbers without what repeats" ->
      (() =>
        s"(SELECT CAST(d AS INT) AS k FROM (SELECT DISTINCT CAST(k AS DOUBLE) AS d FROM ${table(Keys)}))"
      ),
    "two that are joined" ->
      (() => s"(SELECT a.k FROM ${table(Keys + ", 11")} a JOIN ${table(Keys)} b ON a.k = b.k)"),
    "two, one after the other" ->
      (() => s"(SELECT k FROM ${table("2")} UNION ALL SELECT k FROM ${table("100")})"),
    "ranked rows" ->
      (() =>
        s"(SELECT k FROM (SELECT k, row_number() OVER (PARTITION BY k ORDER BY k) AS n FROM ${table(Keys)}) " +
          "WHERE n = 1)"
      ),
    "files of another format" -> (() => table(Keys, "parquet")),
    "a range" -> (() => "(SELECT id AS k FROM range(2, 101, 98))"),
    "what is drawn by lot" ->
      (() => "(SELECT k + CAST(rand() AS INT) AS k FROM VALUES 2, 100 AS v(k))"),
    "a subquery" ->
      (() => s"(SELECT k FROM ${table(Keys)} WHERE k IN (SELECT k FROM ${table(Keys)}))"),
    "what depends on the time, which Delta puts into the statement" ->
      (() => s"(SELECT k FROM ${table(Keys)} WHERE localtimestamp() > TIMESTAMP_NTZ'2026-01-01')"),
    "what depends on the schema in use" ->
      (() => s"(SELECT k FROM ${table(Keys)} WHERE current_schema() = 'default')"),
    "what depends on the time, in a text" ->
      (() => s"(SELECT k FROM ${table(Keys)} WHERE CAST('now' AS TIMESTAMP) > DATE'2026-01-01')"),
    "a time that is written down" ->
      (() => s"(SELECT k FROM ${table(Keys)} WHERE CAST('2026-02-01' AS DATE) > DATE'2026-01-01')"),
    "what depends on the time, in a text that a function reads" ->
      (() => s"(SELECT k FROM ${table(Keys)} WHERE to_date('today') > DATE'2026-01-01')"),
    "what depends on the user, as a time" ->
      (() =>
        s"(SELECT k FROM ${table(Keys)} WHERE try_cast(current_user() AS DATE) IS NULL)"
      ),
    "what depends on the time of day" ->
      (() => s"(SELECT k FROM ${table(Keys)} WHERE CAST(current_time() AS STRING) <> '')"),
    "a cipher that begins with chance" ->
      (() =>
        s"(SELECT k FROM ${table(Keys)} WHERE hex(aes_encrypt('x', '0000111122223333')) <> '')"
      )
  ).foreach { case (name, source) =>
    test(s"the source is $name", Exhaustive.unless(!variants(name)): _*) {
      if (name.endsWith("time of day")) assume(SPARK_VERSION >= "4.1", "Spark 4.0 has no TIME")
      val statement = from(source())
      val path = copyOf(made(TenRows, "Serializable"))
      val kept = !notKept(name)
      val outcome = race(path, statement)(run(path, Other))
      if (kept) {
        outcome.get
        assert(content(path) == contentAfter(TenRows, Seq(Other, merge(s"$UpdateSome $Insert"))))
      } else assert(reasonOf(outcome.failed.get) == "SOURCE_NOT_KEPT")

      // The rest depends only on whether the source is read again: one source of each kind is enough.
      if (Exhaustive.on || Set("a Delta table", "a subquery")(name)) {
        val again = copyOf(made(TenRows, "Serializable"))
        assert(isConflict(race(again, statement)(run(again, Matching))))
      }

      if (Exhaustive.on || name == "a subquery")
        withConf("spark.databricks.delta.merge.materializeSource" -> "all") {
          val all = copyOf(made(TenRows, "Serializable"))
          race(all, statement)(run(all, Other)).get
          assert(content(all) == contentAfter(TenRows, Seq(Other, merge(s"$UpdateSome $Insert"))))
        }
    }
  }

  atBothLevels("bounds tell that no added row matches, where no row may be read") { level =>
    val statement = merge(s"$UpdateSome $Insert", keys = "2, 9, 100")
    withConf("spark.deltaward.rowLevelConcurrency.maxRowsToCheck" -> "0") {
      val path = copyOf(made(TenRows, level))
      race(path, statement)(run(path, Other)).get
      assert(content(path) == contentAfter(TenRows, Seq(Other, statement)))

      val insert = "INSERT INTO t SELECT /*+ COALESCE(1) */ * FROM VALUES (8, 0, 'n'), (10, 0, 'n')"
      val within = copyOf(made(TenRows, level))
      val outcome = race(within, statement)(run(within, insert))
      if (level == "Serializable") assert(reasonOf(outcome.failed.get) == "TOO_MANY_ROWS")
      else {
        // Here a blind append is no conflict for Delta: the MERGE comes first.
        outcome.get
        assert(content(within) == contentAfter(TenRows, Seq(statement, insert)))
      }
    }
  }

  test("a function of a catalog may give another answer the second time") {
    withConf("spark.sql.catalog.fickle" -> classOf[FickleCatalog].getName) {
      Seq(
        s"(SELECT k FROM ${table(Keys)} WHERE fickle.n.f(k) = 0) s ON t.id = s.k",
        s"${table(Keys)} s ON t.id = s.k + fickle.n.f(s.k)"
      ).foreach { using =>
        FickleFunction.answer = 0
        val path = copyOf(made(TenRows, "Serializable"))
        val outcome = race(
          path,
          s"MERGE INTO t AS t USING $using WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 7)"
        ) {
          FickleFunction.answer = 1000
          run(path, Matching)
        }
        val why = reasonOf(outcome.failed.get)
        assert(Set("SOURCE_NOT_KEPT", "USER_FUNCTION")(why), using)
      }
    }
  }

  test("a function of the user's that is called once for all rows may give another answer, too") {
    spark.udf.register("fickle_answer", () => FickleFunction.answer.toLong): Unit
    withConf("spark.sql.catalog.fickle" -> classOf[FickleCatalog].getName) {
      for {
        call <- Seq("fickle.n.f(0L)", "fickle_answer()")
        losers = Seq(
          s"MERGE INTO t AS t USING ${table(Keys)} s ON t.id = s.k + $call " +
            "WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 7)",
          s"UPDATE t SET x = 0 WHERE id = 2 + $call",
          s"DELETE FROM t WHERE id = 2 + $call",
          s"INSERT INTO t SELECT id + 100, x, s FROM t WHERE id = 2 + $call"
        )
        loser <- if (Exhaustive.on) losers else losers.take(2)
      } {
        FickleFunction.answer = 0
        val path = copyOf(made(TenRows, "Serializable"))
        val outcome = race(path, loser) {
          FickleFunction.answer = 1000
          run(path, "INSERT INTO t SELECT 1002, 5, concat('w', count_if(x = 0)) FROM t")
        }
        assert(reasonOf(outcome.failed.get) == "USER_FUNCTION", loser)
      }
    }
    spark.sql("DROP TEMPORARY FUNCTION fickle_answer"): Unit
  }

  test("the source is a DataFrame, by the API of Delta") {
    val path = copyOf(made(TenRows, "Serializable"))
    val keys = spark.sql("SELECT * FROM VALUES 2, 100 AS v(k)")
    Once.beforeAttempt(elsewhere(run(path, Other))) {
      DeltaTable.forPath(spark, path.toString).as("t").merge(keys.as("s"), "t.id = s.k")
        .whenMatched("t.x > 5").updateExpr(Map("x" -> "0"))
        .whenNotMatched().insertExpr(Map("id" -> "s.k", "x" -> "7")).execute(): Unit
    }
    assert(content(path) == contentAfter(TenRows, Seq(Other, merge(s"$UpdateSome $Insert"))))
  }

  /** Changes the source before the conflict is checked. The statement has used the keys 2 and 100 by then. */
  private def changed(name: String, tags: Tag*)(change: String => Any): Unit =
    test(s"the source $name meanwhile", tags: _*) {
      val source = table(Keys)
      val path = copyOf(made(TenRows, "Serializable"))
      val statement = from(source)
      val outcome = race(path, statement) {
        run(path, Matching)
        val _ = change(source)
      }
      assert(isConflict(outcome))
      val other = copyOf(made(TenRows, "Serializable"))
      val before = table(Keys)
      val second = race(other, from(before)) {
        run(other, Other)
        val _ = change(before)
      }
      if (second.isSuccess)
        assert(content(other) == contentAfter(TenRows, Seq(Other, merge(s"$UpdateSome $Insert"))))
      else assert(Set("SOURCE_NOT_KEPT", "FILE_NOT_READABLE")(reasonOf(second.failed.get)))
    }

  private def pathIn(source: String): String = source.split('`')(1)

  changed("loses its rows")(source => spark.sql(s"DELETE FROM $source"))

  changed("gets more rows", Exhaustive)(source => spark.sql(s"INSERT INTO $source VALUES 11"))

  changed("is replaced")(source =>
    spark.sql(s"CREATE OR REPLACE TABLE $source (k INT) USING delta")
  )

  changed("is written anew", Exhaustive) { source =>
    spark.sql("SELECT 11 AS k").write.format("delta").mode("overwrite").save(pathIn(source))
  }

  changed("is removed and made again") { source =>
    val path = new Path(pathIn(source))
    path.getFileSystem(spark.sessionState.newHadoopConf()).delete(path, true)
    DeltaLog.clearCache()
    sql("SELECT 11 AS k", "delta", path)
  }

  changed("loses its files") { source =>
    val path = new Path(pathIn(source))
    val files = path.getFileSystem(spark.sessionState.newHadoopConf())
    files.listStatus(path).map(_.getPath).filter(_.getName.endsWith("parquet")).foreach(
      files.delete(_, false)
    )
  }

  Seq("true", "false").foreach { ignore =>
    test(
      s"files of the source that are gone are no rows that do not match (ignored: $ignore)",
      Exhaustive.unless(ignore == "true"): _*
    ) {
      withConf("spark.sql.files.ignoreMissingFiles" -> ignore) {
        val source = table(Keys)
        val path = copyOf(made(TenRows, "Serializable"))
        val outcome = race(path, from(source)) {
          run(path, Matching)
          val files = new Path(pathIn(source)).getFileSystem(spark.sessionState.newHadoopConf())
          files.listStatus(new Path(pathIn(source))).map(_.getPath)
            .filter(_.getName.endsWith("parquet")).foreach(files.delete(_, false))
        }
        assert(isConflict(outcome))
      }
    }
  }

  Seq("", " VERSION AS OF 1").foreach { version =>
    test(
      s"a file of the source$version that was passed over, and is there again, is not read",
      Exhaustive.unless(version.isEmpty): _*
    ) {
      val source = table("25")
      sql("SELECT 50 AS k", "delta", new Path(pathIn(source)))
      val files = new Path(pathIn(source)).getFileSystem(spark.sessionState.newHadoopConf())
      val passedOver = spark.sql(s"SELECT DISTINCT input_file_name() FROM $source WHERE k = 50")
        .head().getString(0)
      val (file, aside) = (new Path(passedOver), new Path(pathIn(source) + "-aside"))
      files.rename(file, aside)
      withConf("spark.sql.files.ignoreMissingFiles" -> "true") {
        val path = copyOf(made(TenRows, "Serializable"))
        val outcome =
          race(
            path,
            s"MERGE INTO t AS t USING (SELECT max(k * 2) AS k FROM $source$version) s ON t.id = s.k $Insert"
          ) {
            run(path, "INSERT INTO t SELECT max(id) + 40, 11, 'new' FROM t")
            val _ = files.rename(aside, file)
          }
        assert(reasonOf(outcome.failed.get) == "SOURCE_NOT_KEPT")
      }
    }
  }

  test("a source that Spark holds in its cache is the one that was read, or none") {
    val source = table(Keys)
    spark.sql(s"CACHE TABLE kept_keys AS SELECT * FROM $source")
    try {
      spark.sql(s"INSERT INTO $source VALUES 11")
      val path = copyOf(made(TenRows, "Serializable"))
      val outcome = race(path, from("kept_keys"))(run(path, Matching))
      assert(isConflict(outcome))
    } finally spark.sql("UNCACHE TABLE kept_keys"): Unit
  }

  test("a merge whose source reads its own table is no merge by its source") {
    val path = copyOf(made(TenRows, "Serializable"))
    val statement =
      s"MERGE INTO t AS t USING (SELECT max(id) + 1 AS k FROM t) s ON t.id = s.k $Update $Insert"
    val outcome = race(path, statement)(run(path, "INSERT INTO t SELECT 50, 1, 'n' FROM t LIMIT 1"))
    assert(reasonOf(outcome.failed.get) == "READ_NOT_RECORDED")
  }

  /** Returns whether it failed for one of these reasons, and not for another one. */
  private def isConflict(outcome: Try[Unit]): Boolean =
    Set("ADDED_ROW_MATCHES", "SOURCE_NOT_KEPT", "FILE_NOT_READABLE")(reasonOf(outcome.failed.get))
}

/** Claims to be deterministic, which is the default for functions. */
class FickleFunction extends ScalarFunction[Integer] {
  override def inputTypes(): Array[DataType] = Array(LongType)
  override def resultType(): DataType = IntegerType
  override def name(): String = "f"
  override def canonicalName(): String = "fickle.f"
  def invoke(k: Long): Int = if (k < 0) -1 else FickleFunction.answer
}

object FickleFunction {
  @volatile var answer: Int = 0
}

class FickleCatalog extends FunctionCatalog {
  override def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()
  override def name(): String = "fickle"
  override def listFunctions(namespace: Array[String]): Array[Identifier] = Array.empty
  override def loadFunction(identifier: Identifier): UnboundFunction = new UnboundFunction {
    override def bind(inputType: StructType): BoundFunction = new FickleFunction
    override def description(): String = "f"
    override def name(): String = "f"
  }
}
