package io.deltaward.drops

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.classic.SparkSession

import io.deltaward.{Exhaustive, RunningDelta}
import io.deltaward.clients.Access
import io.deltaward.drops.plans.{CompatiblePlans, PlanRunner}
import io.deltaward.files.ClientChoice
import io.deltaward.tables.TableName

class MakeCompatibleSuite extends MakeCompatibleTest {

  private def withVectors(): Path = {
    val path = temporaryTable()
    withVectors(path)
    path
  }

  private def ids(path: Path): Seq[Long] =
    spark.read.format("delta").load(path.toString).select("id").collect().map(_.getLong(
      0
    )).toSeq.sorted

  private def sqlRows(statement: String): Seq[Map[String, Any]] = rows(spark.sql(statement))

  private def names(column: Any): collection.Seq[String] =
    column.asInstanceOf[collection.Seq[String]]

  private def fix(path: Path, client: String): String =
    one(s"SHOW PROTOCOL COMPATIBILITY ${named(path)} FOR CLIENT '$client'")("fix").toString

  private def refused(path: Path, more: String): SparkThrowable = {
    val before = TableLogFiles.commits(path)
    val error = failure(makeCompatible(path, more))
    assert(TableLogFiles.commits(path) === before, "something was changed")
    error
  }

  test("D3: a reader is let in by one drop, over at once; with DRY RUN nothing is done") {
    val path = withVectors()
    val before = (ids(path), TableLogFiles.commits(path))
    val planned = makeCompatible(path, s"'$Plain' FOR READ DRY RUN")
    assert(statuses(planned) === Seq("PLANNED" -> "DROP FEATURE deletionVectors"))
    assert((ids(path), TableLogFiles.commits(path)) === before)
    assert(verdicts(path, Plain)._1 === "BLOCKED")

    val done = makeCompatible(path, s"'$Plain' FOR READ")
    assert(statuses(done) === Seq("DONE" -> "DROP FEATURE deletionVectors"))
    assert(done.head("version") === TableLogFiles.commits(path).last)
    assert(done.map(_("files")) === planned.map(_("files")))
    assert(ids(path) === before._1)
    assert(verdicts(path, Plain)._1 === "OK")
    assert(makeCompatible(path, s"'$Plain' FOR READ").isEmpty)
  }

  test("D3: with Delta's protected drops turned off, history is truncated, and so says the fix") {
    val path = withVectors()
    withConf("spark.databricks.delta.tableFeatures.fastDropFeature.enabled" -> "false") {
      // The fix of a drop that takes several runs is the statement that makes each of them.
      assert(fix(path, Reader).contains("MAKE COMPATIBLE WITH CLIENT"))
      assert(statuses(makeCompatible(path, s"'$Plain' FOR READ")) ===
        Seq("WAITING" -> "DROP FEATURE deletionVectors TRUNCATE HISTORY"))
    }
  }

  test(
    "D3, D4: a writer that does not know checkpointProtection waits for the history to go",
    Exhaustive
  ) {
    val path = withVectors()
    val before = ids(path)
    val first = makeCompatible(path, s"'$Plain' '1.0'")
    assert(statuses(first) === Seq("WAITING" -> "DROP FEATURE deletionVectors TRUNCATE HISTORY"))
    assert(first.head("errorCondition") === "DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD")
    assert(first.head("earliest").asInstanceOf[java.sql.Timestamp].getTime >
      System.currentTimeMillis() + DropMode.Day / 2)
    assert(statuses(makeCompatible(path, s"'$Plain'")).map(_._1) === Seq("WAITING"))
    TableLogFiles.age(path)
    assert(statuses(makeCompatible(path, s"'$Plain'")).map(_._1) === Seq("DONE"))
    assert(verdicts(path, Plain) === (("OK", "OK")))
    assert(ids(path) === before)
  }

  test("a table younger than its first checkpoint gets V2 checkpoints by a drop, and loses them") {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta TBLPROPERTIES " +
      "('delta.enableDeletionVectors' = 'true', 'delta.checkpointPolicy' = 'v2')")
    sql(s"INSERT INTO ${named(path)} SELECT id FROM range(0, 9, 1, 1)")
    sql(s"DELETE FROM ${named(path)} WHERE id = 3")
    val before = ids(path)
    val steps = Seq("DROP FEATURE deletionVectors", "DROP FEATURE v2Checkpoint")
    assert(statuses(makeCompatible(path, s"'$Classic' FOR READ DRY RUN")) ===
      steps.map("PLANNED" -> _))
    assert(statuses(makeCompatible(path, s"'$Classic' FOR READ")) === steps.map("DONE" -> _))
    assert(verdicts(path, Classic)._1 === "OK")
    assert(ids(path) === before)
  }

  test("D3: a writer that knows checkpointProtection does not wait", Exhaustive) {
    val path = withVectors()
    assert(statuses(makeCompatible(path, s"'$Protecting' FOR WRITE")) ===
      Seq("DONE" -> "DROP FEATURE deletionVectors"))
    assert(verdicts(path, Protecting) === (("OK", "OK")))
  }

  test("D3: a reader that goes wrong where checkpoints are protected waits, too") {
    val path = withVectors()
    assert(statuses(makeCompatible(path, s"'$Hasty' FOR READ")) ===
      Seq("WAITING" -> "DROP FEATURE deletionVectors TRUNCATE HISTORY"))
    TableLogFiles.age(path)
    assert(statuses(makeCompatible(path, s"'$Hasty' FOR READ")).map(_._1) === Seq("DONE"))
    assert(verdicts(path, Hasty)._1 === "OK")
  }

  test("a reader that goes wrong on two things at once is let in where one of them can go") {
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (a BIGINT, b STRING) USING delta PARTITIONED BY (b) " +
        "TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"
    )
    assert(verdicts(path, Hasty)._1 === "SILENTLY_WRONG")
    val drop = "DROP FEATURE columnMapping TRUNCATE HISTORY"
    assert(statuses(makeCompatible(path, s"'$Hasty' FOR READ DRY RUN")) === Seq("PLANNED" -> drop))
    assert(fix(path, Hasty).contains("MAKE COMPATIBLE WITH CLIENT"))
  }

  test("D5: checkpointProtection itself goes, once its history may") {
    val path = withVectors()
    makeCompatible(path, s"'$Plain' FOR READ")
    assert(statuses(makeCompatible(path, s"'$Plain'")) ===
      Seq("WAITING" -> "DROP FEATURE checkpointProtection TRUNCATE HISTORY"))
    TableLogFiles.age(path)
    assert(statuses(makeCompatible(path, s"'$Plain'")).map(_._1) === Seq("DONE"))
    assert(protocolOf(snapshot(path)).supportedFeatures === Set("appendOnly", "invariants"))
  }

  test(
    "D6: several features, what depends on others first; what comes after a wait is only planned"
  ) {
    val path = temporaryTable()
    table(path, "delta.enableRowTracking" -> "true", "delta.enableDeletionVectors" -> "true")
    sql(s"DELETE FROM ${named(path)} WHERE id = 3")
    if (RunningDelta.isAtLeast("4.1")) {
      val answer = makeCompatible(path, s"'$Plain'")
      assert(statuses(answer) === Seq(
        "WAITING" -> "DROP FEATURE deletionVectors TRUNCATE HISTORY",
        "PLANNED" -> "DROP FEATURE rowTracking",
        "PLANNED" -> "DROP FEATURE domainMetadata"
      ))
      TableLogFiles.age(path)
      assert(statuses(makeCompatible(path, s"'$Plain'")).map(_._1) === Seq("DONE", "DONE", "DONE"))
      assert(verdicts(path, Plain) === (("OK", "OK")))
    } else {
      val error = failure(makeCompatible(path, s"'$Plain'"))
      assert(error.getCondition === "DELTAWARD_CANNOT_MAKE_COMPATIBLE.NOT_DROPPABLE")
      assert(error.asInstanceOf[Throwable].getMessage
        .contains("Delta Lake 4.1 and later can drop domainMetadata, rowTracking. Copy it instead"))
    }
  }

  test("P7: numbers that are higher than they need to be are lowered, and no feature goes") {
    val path = handWritten(Seq(
      protocolLine(3, 7, Nil, Seq("appendOnly", "invariants")),
      metadataLine
    ))
    spark.conf.set("spark.deltaward.rule.lowestProtocol.mode", "off")
    try
      withConf("spark.deltaward.clients.path" -> onlyNumbers("oldreader").toString) {
        val done = makeCompatible(path, "'oldreader' FOR READ")
        assert(statuses(done) === Seq("DONE" -> "NORMALIZE PROTOCOL"))
        assert(verdicts(path, "oldreader")._1 === "OK")
      }
    finally spark.conf.unset("spark.deltaward.rule.lowestProtocol.mode")
  }

  test("where no path leads there, it says so and gives a statement that copies the table") {
    val path = temporaryTable()
    sql(
      s"""CREATE TABLE ${named(path)} (id BIGINT NOT NULL, at TIMESTAMP_NTZ, day DATE) USING delta
         |PARTITIONED BY (day) TBLPROPERTIES ('team' = 'it\\'s a', 'delta.appendOnly' = 'true',
         |'delta.checkpointInterval' = '7', 'delta.enableChangeDataFeed' = 'true')""".stripMargin
    )
    sql(s"ALTER TABLE ${named(path)} ADD CONSTRAINT positive CHECK (id > 0)")
    sql(
      s"INSERT INTO ${named(path)} VALUES (1, TIMESTAMP_NTZ'2026-11-21 10:00:00', DATE'2026-11-21')"
    )
    val error = refused(path, s"'$Plain'")
    assert(error.getCondition === "DELTAWARD_CANNOT_MAKE_COMPATIBLE.NOT_DROPPABLE")
    assert(error.getMessageParameters.get("features") === "changeDataFeed, timestampNtz")
    val hint = error.getMessageParameters.get("hint")
    assert(hint.endsWith(
      "/* not copied: its history, constraint positive, delta.enableChangeDataFeed, NOT NULL, times without a zone, which become those of the session's zone */"
    ))
    sql(hint.stripPrefix("Copy it instead: "))
    val copy = new Path(s"${path}_copy")
    assert(verdicts(copy, Plain) === (("OK", "OK")))
    val copied = snapshot(copy).metadata
    assert(copied.partitionColumns === Seq("day"))
    assert(copied.configuration ===
      Map("team" -> "it's a", "delta.appendOnly" -> "true", "delta.checkpointInterval" -> "7"))
    assert(ids(copy) === Seq(1L))

    val nested = temporaryTable()
    sql(s"CREATE TABLE ${named(nested)} (s STRUCT<at: TIMESTAMP_NTZ>) USING delta")
    assert(!refused(nested, s"'$Plain'").getMessageParameters.get("hint").contains("Copy it"))
  }

  test("the copy has nothing that the session's defaults would turn on") {
    val path = temporaryTable()
    sql(
      s"""CREATE TABLE ${named(path)} (id BIGINT, at TIMESTAMP_NTZ) USING delta
         |CLUSTER BY (id)""".stripMargin
    )
    val defaults = "spark.databricks.delta.properties.defaults"
    withConf(
      s"$defaults.columnMapping.mode" -> "name",
      s"$defaults.enableDeletionVectors" -> "true",
      s"$defaults.checkpointPolicy" -> "v2"
    ) {
      val hint = refused(path, s"'$Plain'").getMessageParameters.get("hint")
      assert(hint.contains("clustering"))
      sql(hint.stripPrefix("Copy it instead: "))
      assert(verdicts(new Path(s"${path}_copy"), Plain) === (("OK", "OK")))
      assert(refused(path, s"'$Plain'").getMessageParameters.get("hint").contains("_copy2`"))
    }
  }

  test("no copy where a column's name needs column mapping") {
    val path = temporaryTable()
    sql(
      s"""CREATE TABLE ${named(path)} (`an id` BIGINT, at TIMESTAMP_NTZ) USING delta
         |TBLPROPERTIES ('delta.columnMapping.mode' = 'name')""".stripMargin
    )
    assert(!refused(path, s"'$Plain'").getMessageParameters.get("hint").contains("Copy it"))
  }

  test("a drop that Delta refuses is told before anything is done, with what to run first") {
    val path = temporaryTable()
    table(path, "delta.enableDeletionVectors" -> "true")
    sql(s"ALTER TABLE ${named(path)} ADD CONSTRAINT positive CHECK (id >= 0)")
    val error = refused(path, s"'$Plain'")
    assert(error.getCondition === "DELTAWARD_CANNOT_MAKE_COMPATIBLE.DROP_REFUSED")
    assert(error.getMessageParameters.get("hint").contains("DROP CONSTRAINT positive"))
  }

  test("D2: a fix for a table with constraints drops them first, and all of it can be run") {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta")
    sql(s"ALTER TABLE ${named(path)} ADD CONSTRAINT positive CHECK (id >= 0)")
    assert(verdicts(path, Plain)._2 !== "OK")
    val statements = fix(path, Plain).split(";\n")
    assert(statements.head === s"ALTER TABLE ${named(path)} DROP CONSTRAINT positive")
    statements.foreach(sql)
    assert(verdicts(path, Plain) === (("OK", "OK")))
  }

  test("D4: the second of two drops that wait begins to wait when the first is done") {
    val path = temporaryTable()
    table(path, "delta.enableDeletionVectors" -> "true", "delta.checkpointPolicy" -> "v2")
    sql(s"DELETE FROM ${named(path)} WHERE id = 3")
    val planned = makeCompatible(path, s"'$Plain' DRY RUN")
    assert(statuses(planned).map(_._2) === Seq(
      "DROP FEATURE deletionVectors TRUNCATE HISTORY",
      "DROP FEATURE v2Checkpoint TRUNCATE HISTORY"
    ))
    val earliest = planned.map(_("earliest").asInstanceOf[java.sql.Timestamp].getTime)
    val between = earliest.last - earliest.head
    assert(between >= DropMode.Day && between < DropMode.Day + 10 * DropMode.Minute)
    val lost = planned.map(_("lastVersionLost").asInstanceOf[Long])
    assert(lost.head < lost.last)
  }

  test("one access path of a client is asked about, and made compatible, by itself") {
    val path = withVectors()
    def asked(client: String): Seq[Any] =
      sqlRows(s"SHOW PROTOCOL COMPATIBILITY ${named(path)} FOR CLIENT '$client'")
        .map(row => (row("client"), row("accessPath")))
    assert(asked("polars").size > 1)
    assert(asked("polars[scan_delta]") === Seq(("polars", "scan_delta")))
    assert(asked(" polars [ SCAN_DELTA ] ") === Seq(("polars", "scan_delta")))
    val error = refused(path, "'polars[scandelta]' DRY RUN")
    assert(error.getCondition === "DELTAWARD_UNKNOWN_CLIENT")
    assert(error.getMessageParameters.get("hint").contains("scan_delta"))
    assert(statuses(makeCompatible(path, s"'$Plain[only]' FOR READ DRY RUN")) ===
      Seq("PLANNED" -> "DROP FEATURE deletionVectors"))
  }

  test("a drop that a commit rule would refuse at its end either way is not begun") {
    val path = withVectors()
    set(path, "deltaward.requiredClients", s"$Lister read")
    val error = refused(path, s"'$Plain' FOR READ")
    assert(error.getCondition === "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT")
    assert(error.getMessageParameters.get("lockedOut").contains(s"$Lister 1.0"))
  }

  test("where a policy is against checkpointProtection, history goes, and so say plan and fix") {
    val path = withVectors()
    set(path, "deltaward.allowedFeatures", "appendOnly, invariants, deletionVectors")
    val statement = "DROP FEATURE deletionVectors TRUNCATE HISTORY"
    assert(statuses(makeCompatible(path, s"'$Reader' FOR READ DRY RUN")) ===
      Seq("PLANNED" -> statement))
    assert(fix(path, Reader) ===
      s"ALTER TABLE ${named(path)} MAKE COMPATIBLE WITH CLIENT '$Reader' '1.0' FOR READ")
    assert(statuses(sqlRows(fix(path, Reader))) === Seq("WAITING" -> statement))
    TableLogFiles.age(path)
    assert(statuses(sqlRows(fix(path, Reader))).map(_._1) === Seq("DONE"))
    assert(verdicts(path, Reader) === (("OK", "NOT_OFFERED")))
  }

  test("what `fix` says is what MAKE COMPATIBLE does, and it helps") {
    val path = withVectors()
    val planned = makeCompatible(path, s"'$Reader' FOR READ DRY RUN").map(_("statement"))
    assert(planned === Seq(fix(path, Reader)))
    sql(fix(path, Reader))
    assert(verdicts(path, Reader) === (("OK", "NOT_OFFERED")))
  }

  test("who gains and who loses is told before anything is done, as of the single drops") {
    val path = withVectors()
    def clients(row: Map[String, Any]): Seq[Any] =
      Seq("gainingRead", "gainingWrite", "losingRead", "losingWrite").map(row)
    val planned = makeCompatible(path, s"'$Plain' FOR READ DRY RUN")
    val explained = sqlRows(s"EXPLAIN DROP FEATURE deletionVectors FOR ${named(path)}").last
    assert(clients(planned.head) === clients(explained))
    assert(names(planned.head("gainingRead")).contains(s"$Plain 1.0 (only)"))
    assert(names(planned.head("losingWrite")).exists(_.startsWith("deltalake")))
    assert(clients(makeCompatible(path, s"'$Plain' FOR READ").head) === clients(planned.head))
  }

  test("there is no wait if the client works once the feature is no longer used") {
    val path = withVectors()
    val before = ids(path)
    val planned = makeCompatible(path, s"'$Sparse' DRY RUN")
    assert(planned.map(_("earliest")) === Seq(null))
    val done = makeCompatible(path, s"'$Sparse'")
    assert(statuses(done) === Seq("DONE" -> "DROP FEATURE deletionVectors TRUNCATE HISTORY"))
    assert(done.map(row => (row("earliest"), row("errorCondition"))) === Seq((null, null)))
    assert(names(done.head("gainingRead")).contains(s"$Sparse 1.0 (only)"))
    assert(verdicts(path, Sparse) === (("OK", "OK")))
    assert(ids(path) === before)
    assert(makeCompatible(path, s"'$Sparse'").isEmpty)
  }

  test("a client that never writes, a version that nobody looked at, a client that nobody knows") {
    val path = withVectors()
    assert(refused(path, s"'$Reader' FOR WRITE").getCondition ===
      "DELTAWARD_CANNOT_MAKE_COMPATIBLE.NOT_OFFERED")
    assert(refused(path, s"'$Reader'").getMessageParameters.get("hint") ===
      "To ask for that access alone, add FOR READ.")
    assert(refused(path, s"'$Plain' '99'").getCondition ===
      "DELTAWARD_CANNOT_MAKE_COMPATIBLE.NO_EVIDENCE")
    assert(refused(path, "'plainclyent'").getCondition === "DELTAWARD_UNKNOWN_CLIENT")
  }

  // Delta 4.0 cannot drop domainMetadata, which this plan drops.
  if (RunningDelta.isAtLeast("4.1"))
    test("a plan that somebody's commit made stale ends with an error, and a new run finishes") {
      val path = temporaryTable()
      table(path)
      def support(features: String*): Unit =
        features.foreach(feature => set(path, s"delta.feature.$feature", "supported"))
      support("domainMetadata", "inCommitTimestamp")
      val plans = new CompatiblePlans(
        spark.asInstanceOf[SparkSession],
        TableName.Path(path.toString),
        ClientChoice(Plain, None),
        Seq(Access.Write)
      )
      val plan = plans.plan()
      assert(plan.steps.size === 2)
      var ran = Seq.empty[String]
      val runner = new PlanRunner(
        plans,
        statement => {
          ran :+= statement
          sql(statement)
          support("domainMetadata", "inCommitTimestamp")
        }
      )
      assert(failure(runner.run(plan)).getCondition === "DELTAWARD_STALE_PLAN")
      assert(ran === Seq(plan.steps.head.plan.statement))
      val early = plans.plan()
      support("checkConstraints")
      assert(failure(new PlanRunner(plans, sql).run(early)).getCondition === "DELTAWARD_STALE_PLAN")
      assert(statuses(makeCompatible(path, s"'$Plain' FOR WRITE")).map(_._1) ===
        Seq("DONE", "DONE", "DONE"))
      assert(verdicts(path, Plain)._2 === "OK")
    }
}
