package io.deltaward.concurrency

import java.io.File
import java.nio.file.{Files, Paths}

import org.apache.commons.io.FileUtils
import org.apache.hadoop.fs.Path
import org.apache.spark.SparkEnv

import io.deltaward.RunningDelta
import io.deltaward.concurrency.report.ConflictEvents
import io.deltaward.conf.DeltawardConf
import io.deltaward.errors.DeltawardAnalysisException
import io.deltaward.storage.CommitFault.foundByRetry
import io.deltaward.storage.FaultyFileSystem.{faulty, withFault}

/** Tests each reason why a conflict stays: its message, and that following the advice helps. */
class ConflictReasonsSuite extends ConflictTest {

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    spark.udf.register("is_one", (id: Long) => id == 1): Unit
  }

  /**
   * @param winners  statements that commit first
   * @param loser    statement that fails for the reason
   * @param advised  a part of the advice; `None` if there is none
   * @param instead  what the advice says: statements to run before, and the statement that then commits
   * @param settings settings of the first race only
   */
  private def reason(name: String, setup: Seq[String] = TenRows)(winners: String*)(loser: String)(
      advised: Option[String],
      instead: => Option[(Seq[String], String)] = None,
      settings: Seq[(String, String)] = Nil,
      level: String = "Serializable"
  ): Unit = test(name) {
    val path = copyOf(made(setup, level))
    val thrown = withConf(settings: _*)(race(path, loser)(winners.foreach(run(path, _))).failed.get)
    val conflict = explained(thrown)
    assert(conflict.explanation.why.reason == name, conflict.getMessage)
    val advice = conflict.explanation.advice
    assert(advice.isDefined == advised.isDefined, advice)
    advised.foreach(part => assert(advice.exists(_.contains(part)), advice))
    assert(conflict.getMessage.startsWith(conflict.original.getMessage))
    assert(conflict.toString.startsWith("io.delta.exceptions."))
    assert(conflict.getCondition.startsWith("DELTA_"))

    val event = ConflictEvents.all.last
    assert(event.reason.contains(name) && event.outcome == "FAILED")
    assert(event.check.contains(conflict.getCondition) &&
      event.tablePath.endsWith(path.toUri.getPath))

    instead.foreach { case (before, changed) =>
      val again = copyOf(made(setup, level))
      before.foreach(run(again, _))
      assert(race(again, changed)(winners.foreach(run(again, _))).isSuccess, changed)
    }
  }

  private val DeleteOne = "DELETE FROM t WHERE id = 1"
  private val Vectors = "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"

  private val Without =
    TenRows.map(_.replace("'true'", "'false'"))

  private val Partitioned = Seq(
    "CREATE TABLE t (id BIGINT, p STRING) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t VALUES (1, 'a'), (2, 'it\\'s')"
  )

  reason("SAME_ROW_CHANGED")(DeleteOne)("UPDATE t SET x = 0 WHERE id < 3")(None)

  reason("ADDED_ROW_MATCHES", Partitioned)("INSERT INTO t VALUES (7, 'a')")(
    "UPDATE t SET id = id + 1 WHERE id > 1"
  )(
    Some("add p = 'it\\'s' to its condition"),
    Some((Nil, "UPDATE t SET id = id + 1 WHERE id > 1 AND p = 'it\\'s'"))
  )

  reason("READ_ROW_REMOVED")("DELETE FROM t WHERE id = 1")(
    "MERGE INTO t AS t USING (VALUES 1, 2 AS v(k)) s ON t.id = s.k WHEN MATCHED AND t.x > 1 " +
      "THEN UPDATE SET x = 0 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 0)"
  )(None)

  reason("NO_DELETION_VECTORS", Without)(DeleteOne)("DELETE FROM t WHERE id = 2")(
    Some("delta.enableDeletionVectors"),
    Some((Seq(Vectors), "DELETE FROM t WHERE id = 2"))
  )

  reason("USER_FUNCTION")("UPDATE t SET x = 0 WHERE id = 9")("DELETE FROM t WHERE is_one(id)")(
    Some("own functions"),
    Some((Nil, DeleteOne))
  )

  reason("FILE_LEVEL_CONDITION", TenRows ++ TenRows.drop(1))("OPTIMIZE t")(
    "INSERT INTO t SELECT id + 100, x, input_file_name() FROM t"
  )(Some("input_file_name()"), Some((Nil, "INSERT INTO t SELECT id + 100, x, 'c' FROM t")))

  reason("FILE_REPLACED")("DELETE FROM t WHERE id > 0")("DELETE FROM t WHERE id = 2")(None)

  private val ByWriter = Seq(
    "CREATE TABLE t (id BIGINT, p STRING) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t VALUES (1, 'a'), (2, 'b')"
  )

  reason("OVERWRITE", ByWriter)(DeleteOne)("INSERT OVERWRITE TABLE t VALUES (2, 'b')")(
    Some("replace its own partitions"),
    Some((Nil, "INSERT INTO t REPLACE WHERE p = 'b' SELECT 2, 'b'"))
  )

  test("OVERWRITE: by dynamic partition overwrite, each writer replaces partitions of its own") {
    val path = copyOf(made(ByWriter, "Serializable"))
    withConf("spark.sql.sources.partitionOverwriteMode" -> "dynamic") {
      race(path, "INSERT OVERWRITE TABLE t VALUES (3, 'b')")(run(path, DeleteOne)).get
    }
    assert(content(path) == Seq("[3,b]"))
  }

  test("CONDITION_FAILED: a condition with try_cast does not fail") {
    val path = copyOf(made(TenRows, "Serializable"))
    val winner = "INSERT INTO t VALUES (50, 1, 'w')"
    race(
      path,
      "UPDATE t SET s = 'l' WHERE id = 1 AND try_cast(s AS INT) IS NULL"
    )(run(path, winner)).get
    assert(content(path).contains("[1,1,l]") && content(path).contains("[50,1,w]"))
  }

  reason("CONDITION_FAILED")("INSERT INTO t VALUES (50, 0, 'w')")(
    "UPDATE t SET s = 'l' WHERE 10 div x = 5"
  )(
    Some("try_divide"),
    Some((Nil, "UPDATE t SET s = 'l' WHERE try_divide(10, x) = 5"))
  )

  reason("OUT_OF_TIME")(DeleteOne)("DELETE FROM t WHERE id = 2")(
    Some("maxResolutionTime"),
    Some((Nil, "DELETE FROM t WHERE id = 2")),
    Seq(DeltawardConf.MAX_RESOLUTION_TIME.key -> "1ms")
  )

  reason("PROTOCOL_CHANGED")(
    "ALTER TABLE t SET TBLPROPERTIES ('delta.feature.vacuumProtocolCheck' = 'supported')"
  )("ALTER TABLE t SET TBLPROPERTIES ('delta.feature.domainMetadata' = 'supported')")(
    Some("while nobody writes")
  )

  reason("READ_NOT_RECORDED")("DELETE FROM t WHERE id = 9")(
    "UPDATE t SET x = (SELECT count(*) FROM t) WHERE id = 1"
  )(
    Some("named version"),
    Some((Nil, "UPDATE t SET x = (SELECT count(*) FROM t VERSION AS OF 1) WHERE id = 1"))
  )

  // Delta before 4.3 refuses a DELETE with an EXISTS subquery.
  if (RunningDelta.isAtLeast("4.3"))
    reason("SUBQUERY")("UPDATE t SET x = 0 WHERE id = 9")(
      "DELETE FROM t AS a WHERE EXISTS (SELECT 1 FROM range(2) AS b WHERE b.id = a.id)"
    )(
      Some("result of the subquery"),
      Some((Nil, "DELETE FROM t WHERE id IN (0, 1)")),
      Seq("spark.databricks.delta.delete.allowExistsSubquery" -> "true")
    )

  reason("ORDERED_BEFORE_APPEND")(
    "INSERT INTO t VALUES (20, 20, 'new')",
    "UPDATE t SET x = 1 WHERE id = 20"
  )("DELETE FROM t WHERE x > 15 OR id = 1")(None, level = "WriteSerializable")

  private val UpToDate =
    "MERGE INTO t AS t USING (SELECT id FROM range(100, 20100) LIMIT 30000) s " +
      "ON t.id = s.id WHEN MATCHED THEN UPDATE SET s = 'u' WHEN NOT MATCHED THEN INSERT (id, s) VALUES (s.id, 'u')"

  // By default, Delta keeps a source like this one.
  reason("SOURCE_NOT_KEPT")("INSERT INTO t VALUES (-5, 5, 'b')")(UpToDate)(
    Some("spark.databricks.delta.merge.materializeSource"),
    Some((Nil, UpToDate)),
    Seq("spark.databricks.delta.merge.materializeSource" -> "none")
  )

  reason("SAME_BATCH")("INSERT INTO t VALUES (11, 1, '')")("INSERT INTO t VALUES (11, 1, '')")(
    Some("stop one of the two"),
    settings = Seq(
      "spark.databricks.delta.write.txnAppId" -> "stream",
      "spark.databricks.delta.write.txnVersion" -> "1"
    )
  )

  reason(
    "SAME_DOMAIN_METADATA",
    TenRows.map(_.replace("USING delta", "USING delta CLUSTER BY (id)"))
  )("INSERT OVERWRITE TABLE t VALUES (5, 5, 'w')")("INSERT OVERWRITE TABLE t VALUES (6, 6, 'l')")(
    None
  )

  reason("TURNED_OFF")(DeleteOne)("DELETE FROM t WHERE id = 2")(
    Some(DeltawardConf.ROW_LEVEL_ENABLED.key),
    Some((Nil, "DELETE FROM t WHERE id = 2")),
    Seq(DeltawardConf.ROW_LEVEL_ENABLED.key -> "false")
  )

  reason("TOO_MANY_ROWS")("UPDATE t SET s = 'b' WHERE id IN (3, 5)")(
    "DELETE FROM t WHERE id % 20 = 1"
  )(
    Some("maxRowsToCheck"),
    Some((Nil, "DELETE FROM t WHERE id % 20 = 1")),
    Seq(DeltawardConf.MAX_ROWS_TO_CHECK.key -> "1")
  )

  reason("METADATA_CHANGED")("ALTER TABLE t ADD COLUMN y INT")(DeleteOne)(
    Some(DeltawardConf.METADATA_ENABLED.key)
  )

  reason(
    "IDENTITY_COLUMN",
    Seq(
      "CREATE TABLE t (id BIGINT, n BIGINT GENERATED ALWAYS AS IDENTITY) USING delta " +
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      "INSERT INTO t (id) SELECT /*+ COALESCE(1) */ id FROM range(1, 11)"
    )
  )(DeleteOne)("DELETE FROM t WHERE id = 2")(Some("number the rows without"))

  test("SETTINGS_CHANGED: another thread has changed by what a condition is evaluated") {
    val zone = "spark.sql.session.timeZone"
    withConf(zone -> "UTC", "spark.databricks.delta.write.utcTimestampPartitionValues" -> "false") {
      val path = copyOf(made(
        Seq(
          "CREATE TABLE t (id BIGINT, p TIMESTAMP) USING delta PARTITIONED BY (p) " +
            "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
          "INSERT INTO t VALUES (1, TIMESTAMP '2024-01-02 00:00:00'), (3, TIMESTAMP '2024-01-02 00:00:00')"
        ),
        "Serializable"
      ))
      val moment = "TIMESTAMP '2024-01-01 00:00:00'"
      val outcome = race(path, s"DELETE FROM t WHERE id = 1 OR p = $moment") {
        run(path, s"INSERT INTO t VALUES (2, $moment)")
        spark.conf.set(zone, "Asia/Tokyo")
      }
      spark.conf.set(zone, "UTC")
      val conflict = explained(outcome.failed.get).explanation
      assert(conflict.why.reason == "SETTINGS_CHANGED" && conflict.retryable)
      assert(conflict.why.because.contains(zone) &&
        conflict.advice.exists(_.contains("newSession")))
    }
  }

  test(
    "OTHER_BATCH: a version of the application that is newer than the winner's can be run again"
  ) {
    def version(number: Int)(body: => Unit): Unit = withConf(
      "spark.databricks.delta.write.txnAppId" -> "loads",
      "spark.databricks.delta.write.txnVersion" -> number.toString
    )(body)
    Seq(8 -> true, 6 -> false).foreach { case (own, retryable) =>
      val path = copyOf(made(TenRows, "Serializable"))
      val thrown = intercept[Throwable](version(own) {
        race(path, "INSERT INTO t VALUES (11, 1, '')")(
          version(7)(run(path, "INSERT INTO t VALUES (12, 1, '')"))
        ).get
      })
      val conflict = explained(thrown).explanation
      assert(conflict.why.reason == "OTHER_BATCH" && conflict.retryable == retryable)
    }
  }

  Seq[(String, Path => String)](
    "rows" -> (path => s"SELECT count(*) AS n FROM ${named(path)}"),
    "rows of a subquery" ->
      (path => s"SELECT (SELECT count(*) FROM ${named(path)}) AS n FROM range(1)"),
    "rows by another path" -> { path =>
      val other = temporaryTable()
      Files.createSymbolicLink(Paths.get(other.toUri.getPath), Paths.get(path.toUri.getPath))
      s"SELECT count(*) AS n FROM ${named(other)}"
    },
    "changes" -> { path =>
      run(path, "ALTER TABLE t SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')")
      run(path, "INSERT INTO TABLE t VALUES (11, 11, 'a')")
      s"SELECT count(*) AS n FROM table_changes_by_path('${path.toUri.getPath}', 3)"
    }
  ).foreach { case (kind, query) =>
    test(s"CACHED_READ: with cached $kind it would be computed from the same again") {
      val path = copyOf(made(TenRows, "Serializable"))
      spark.sql(s"CACHE TABLE kept AS ${query(path)}")
      val change = "UPDATE t SET x = (SELECT max(n) FROM kept) WHERE id = 1"
      val thrown =
        try race(path, change)(run(path, DeleteOne)).failed.get
        finally spark.sql("UNCACHE TABLE kept"): Unit
      val explanation = explained(thrown).explanation
      assert(explanation.why.reason == "CACHED_READ" && !explanation.retryable)
      assert(explanation.advice.exists(_.contains("UNCACHE TABLE")))
      spark.sql(query(path)).createOrReplaceTempView("kept")
      try run(path, change.replace("id = 1", "id = 2"))
      finally spark.sql("DROP VIEW kept"): Unit
    }
  }

  test("OWN_COMMIT: a commit that is made, and is told to be another one's, is not run again") {
    val path = copyOf(made(TenRows, "Serializable"))
    val change = "UPDATE t SET x = x + 100 WHERE id = 2"
    val thrown = intercept[Throwable](withFault(foundByRetry(2))(run(faulty(path), change)))
    val conflict = explained(thrown)
    assert(conflict.explanation.why.reason == "OWN_COMMIT" && !conflict.explanation.retryable)
    assert(conflict.getMessage.contains("Do not run it again"))
    assert(content(path).contains("[2,102,a]"))
  }

  Seq(
    "a copy" -> "INSERT INTO t SELECT count(*), 'sum' FROM t WHERE id > 1",
    "a merge" ->
      ("MERGE INTO t AS t USING (SELECT 7 AS k) s ON t.id = s.k " +
        "WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.k, 'new')")
  ).foreach { case (kind, statement) =>
    test(s"a partition is not advised to $kind, which would do something else with it") {
      val path = copyOf(made(Partitioned, "Serializable"))
      val thrown = race(path, statement)(run(path, "INSERT INTO t VALUES (7, 'a')"))
      val advice = explained(thrown.failed.get).explanation.advice
      assert(!advice.exists(_.contains("p = ")), advice)
    }
  }

  private def adviceFor(value: String): Option[String] = {
    val path = copyOf(made(
      Seq(Partitioned.head, s"INSERT INTO t SELECT 2, concat($value)"),
      "Serializable"
    ))
    val thrown =
      race(
        path,
        "UPDATE t SET id = id + 1 WHERE id > 1"
      )(run(path, "INSERT INTO t VALUES (7, 'a')"))
    explained(thrown.failed.get).explanation.advice.filter(_.contains("p = "))
  }

  test("a partition is not advised where the session would take its value for another one") {
    assert(adviceFor("'$', '{spark.master}'").isEmpty)
    val value = "'it', chr(39), 's ', chr(92), 'n'"
    assert(adviceFor(value).exists(_.startsWith(raw"add p = 'it\'s \\n' to its condition, ")))
    withConf("spark.sql.parser.escapedStringLiterals" -> "true")(assert(adviceFor(value).isEmpty))
  }

  test("a reason is short, however long a condition is") {
    val path = copyOf(made(TenRows, "Serializable"))
    val ids = (1 to 20000).mkString(", ")
    val thrown =
      race(path, s"DELETE FROM t WHERE is_one(id) AND id IN ($ids)")(run(path, DeleteOne))
    assert(explained(thrown.failed.get).explanation.text.length < 5000)
    assert(ConflictEvents.all.last.predicates.forall(_.length <= 1000))
  }

  test("FILE_NOT_READABLE") {
    val path = copyOf(made(TenRows, "Serializable"))
    val files = path.getFileSystem(spark.sessionState.newHadoopConf())
    val before = files.listStatus(path).map(_.getPath).toSet
    val thrown = race(path, "DELETE FROM t WHERE id % 20 = 1") {
      run(path, "UPDATE t SET s = 'b' WHERE id IN (3, 5)")
      val added = files.listStatus(path).map(_.getPath).filterNot(before.contains)
      added.filter(_.getName.startsWith("part-")).foreach(files.delete(_, false))
    }
    val conflict = explained(thrown.failed.get)
    assert(conflict.explanation.why.reason == "FILE_NOT_READABLE")
    assert(conflict.explanation.retryable && conflict.explanation.advice.isEmpty)
  }

  test("an event has the files that both have changed, and their partitions") {
    val path =
      copyOf(made(Partitioned :+ "INSERT INTO t VALUES (3, 'a'), (4, 'a')", "Serializable"))
    race(path, "DELETE FROM t WHERE id = 3")(run(path, "DELETE FROM t WHERE id = 4")).get
    val event = ConflictEvents.all.last
    assert(event.resolution.contains("OTHER_ROWS") && event.files.size == 1)
    assert(event.partitions == Seq("p=a"))
  }

  test("an append under Serializable is advised against by the level") {
    val path = copyOf(made(TenRows, "Serializable"))
    val thrown =
      race(path, "DELETE FROM t WHERE id > 5")(run(path, "INSERT INTO t VALUES (11, 1, '')"))
    val conflict = explained(thrown.failed.get)
    val change = conflict.explanation.advice.get
    assert(change.contains("'delta.isolationLevel' = 'WriteSerializable'"))
    val again = copyOf(made(TenRows, "Serializable"))
    sql(change.replace(path.toUri.getPath, again.toUri.getPath))
    assert(
      race(
        again,
        "DELETE FROM t WHERE id > 5"
      )(run(again, "INSERT INTO t VALUES (11, 1, '')")).isSuccess
    )
  }

  test("what is resolved says so in the history, with every winner") {
    val path = copyOf(made(TenRows :+ "INSERT INTO t VALUES (11, 11, 'a')", "Serializable"))
    race(path, "DELETE FROM t WHERE id = 2") {
      run(path, DeleteOne)
      run(path, "OPTIMIZE t")
    }.get
    val newest = sql(s"DESCRIBE HISTORY ${named(path)}").head
    val told = newest.getAs[Map[String, String]]("operationParameters")("resolvedConflicts")
    assert(told == "version 3 (DELETE): OTHER_ROWS; version 4 (OPTIMIZE): REWRITTEN_FILES")
  }

  test("SHOW COMMIT CONFLICTS has what a table's commits have lost to, the newest first") {
    val path = copyOf(made(TenRows, "Serializable"))
    race(path, "DELETE FROM t WHERE id = 2") {
      run(path, DeleteOne)
      run(path, "INSERT INTO t VALUES (12, 1, '')")
    }
    race(path, "DELETE FROM t WHERE id = 3")(run(path, "DELETE FROM t WHERE id = 3"))
    val rows = spark.sql(s"SHOW COMMIT CONFLICTS FOR ${named(path)}")
      .select("operation", "winningVersion", "winningOperation", "outcome", "resolution", "reason")
      .collect().map(_.mkString(" ")).toSeq
    assert(rows == Seq(
      "DELETE 5 DELETE FAILED null SAME_ROW_CHANGED",
      "DELETE 3 WRITE RESOLVED NOTHING_READ null",
      "DELETE 2 DELETE RESOLVED OTHER_ROWS null"
    ))
    val resolved = ConflictEvents.all.filter(_.outcome == "RESOLVED").last
    assert(resolved.predicates == Seq("(id = 2L)") && resolved.files.isEmpty)
    assert(sql(s"SHOW COMMIT CONFLICTS ${named(path)} LIMIT 1").length == 1)
    assert(sql("SHOW COMMIT CONFLICTS").length >= 3)
    val other = copyOf(made(TenRows, "Serializable"))
    assert(sql(s"SHOW COMMIT CONFLICTS IN ${named(other)}").isEmpty)
    FileUtils.deleteDirectory(new File(path.toUri))
    assert(sql(s"SHOW COMMIT CONFLICTS FOR ${named(path)}").length == 3)
    val slip = intercept[DeltawardAnalysisException](sql("SHOW COMMIT CONFLICTS FOR '/no/table'"))
    assert(slip.getCondition == "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND")
  }

  test("what comes of conflicts is counted, and timed, as metrics of Spark's") {
    def registry =
      SparkEnv.get.metricsSystem.getSourcesByName("deltaward_conflicts").head.metricRegistry
    def resolved =
      registry.counter("RESOLVED.DELETE.DELETE.DELTA_CONCURRENT_APPEND").getCount
    def timed = registry.histogram("microseconds.RESOLVED").getCount
    def once(): Unit = {
      val path = copyOf(made(TenRows, "Serializable"))
      race(path, "DELETE FROM t WHERE id = 2")(run(path, DeleteOne)).get
    }
    once()
    val (resolvedBefore, timedBefore) = (resolved, timed)
    once()
    assert(resolved == resolvedBefore + 1 && timed == timedBefore + 1)
  }
}
