package io.deltaward.guard

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.{actions, DeltaLog}

import io.deltaward.RunningDelta
import io.deltaward.commands.CommandTest
import io.deltaward.protocol.Protocol
import org.apache.spark.sql.delta.deltaward.{Once, RawCommit}

/** Tests rules C5 and C6 with each statement that could break them. */
class CheckpointProtectionCommitsSuite extends CommandTest {

  private val Boundary = "delta.requireCheckpointProtectionBeforeVersion"

  /** Makes a table whose first versions are protected, as a default DROP FEATURE leaves it. */
  private def protectedTable(): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    sql(s"INSERT INTO ${named(table)} VALUES (1)")
    sql(
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.feature.checkpointProtection' = 'supported', '$Boundary' = '2')"
    )
    table
  }

  private def isRefused(what: String, condition: String)(commit: Path => Unit): Unit =
    isRefusedAfter(what, condition)(_ => ())(commit)

  private def isRefusedAfter(what: String, condition: String)(prepare: Path => Unit)(
      commit: Path => Unit
  ): Unit =
    test(s"$what is refused, and nothing is written") {
      val table = protectedTable()
      prepare(table)
      val before = versionOf(table)
      val error = failure(commit(table))
      assert(error.getCondition == s"DELTAWARD_COMMIT_REFUSED.$condition" &&
        error.getSqlState == "44000")
      assert(error.isInstanceOf[UnsupportedOperationException])
      assert(error.getMessageParameters.get("rule") == "checkpointProtection")
      assert(versionOf(table) == before)
      assert(one(
        s"DESCRIBE PROTOCOL ${named(table)}"
      )("writerFeatures").toString.contains("checkpointProtection"))
    }

  private def versionOf(table: Path): Long = {
    DeltaLog.clearCache()
    DeltaLog.forTable(spark, table).update().version
  }

  isRefused("C5: SET TBLPROPERTIES to an earlier boundary", "BOUNDARY_MOVED_BACK")(t =>
    spark.sql(s"ALTER TABLE ${named(t)} SET TBLPROPERTIES ('$Boundary' = '1')"): Unit
  )
  isRefused("C5: UNSET TBLPROPERTIES of the boundary", "BOUNDARY_MOVED_BACK")(t =>
    spark.sql(s"ALTER TABLE ${named(t)} UNSET TBLPROPERTIES ('$Boundary')"): Unit
  )
  isRefused("C5: REPLACE TABLE that names an earlier boundary", "BOUNDARY_MOVED_BACK")(t =>
    spark.sql(
      s"REPLACE TABLE ${named(t)} (name STRING) USING delta TBLPROPERTIES ('$Boundary' = '1')"
    ): Unit
  )
  isRefusedAfter("C5: CLONE over the table that names an earlier boundary", "BOUNDARY_MOVED_BACK")(
    t => spark.sql(s"DELETE FROM ${named(t)}"): Unit
  )(t =>
    spark.sql(
      s"CREATE OR REPLACE TABLE ${named(t)} SHALLOW CLONE ${named(source())} " +
        s"TBLPROPERTIES ('$Boundary' = '1')"
    ): Unit
  )
  isRefused("C5: SET TBLPROPERTIES to a boundary beyond the newest version", "INVALID_BOUNDARY")(
    t =>
      spark.sql(s"ALTER TABLE ${named(t)} SET TBLPROPERTIES ('$Boundary' = '4')"): Unit
  )
  isRefused("C5: the same in another case of the key", "INVALID_BOUNDARY")(t =>
    spark.sql(
      s"ALTER TABLE ${named(t)} SET TBLPROPERTIES ('${Boundary.toUpperCase.replace("DELTA.", "delta.")}' = '1000')"
    ): Unit
  )
  Seq("-1", "five", " 3", "99999999999999999999").foreach(boundary =>
    isRefused(s"C5: a commit by hand of the boundary '$boundary'", "INVALID_BOUNDARY") { t =>
      val metadata = snapshot(t).metadata
      val properties = metadata.configuration + (Boundary -> boundary)
      RawCommit.written(spark, t, metadata.copy(configuration = properties))
    }
  )

  /** Makes a table to clone. */
  private def source(properties: String = ""): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta $properties")
    table
  }

  private def boundary(table: Path): Option[String] =
    snapshot(table).metadata.configuration.get(Boundary)

  private def keepsTheBoundary(what: String)(commit: Path => Any): Unit =
    test(s"C5: $what keeps the boundary") {
      val table = protectedTable()
      commit(table)
      assert(boundary(table).contains("2"))
      assert(protocolOf(snapshot(table)).supportedFeatures("checkpointProtection"))
    }

  keepsTheBoundary("REPLACE TABLE")(t =>
    sql(s"REPLACE TABLE ${named(t)} (name STRING) USING delta")
  )
  keepsTheBoundary("REPLACE TABLE AS SELECT")(t =>
    sql(s"REPLACE TABLE ${named(t)} USING delta AS SELECT id FROM range(3)")
  )
  keepsTheBoundary("RESTORE to a version before it was set")(t =>
    sql(s"RESTORE TABLE ${named(t)} TO VERSION AS OF 0")
  )
  keepsTheBoundary("CLONE over the table") { t =>
    sql(s"DELETE FROM ${named(t)}")
    sql(s"CREATE OR REPLACE TABLE ${named(t)} SHALLOW CLONE ${named(source())}")
  }
  Seq("restore", "replace").foreach { statement =>
    keepsTheBoundary(s"a $statement that may lower the protocol") { t =>
      withConf(s"spark.databricks.delta.$statement.protocolDowngradeAllowed" -> "true") {
        if (statement == "restore") sql(s"RESTORE TABLE ${named(t)} TO VERSION AS OF 0")
        else sql(s"REPLACE TABLE ${named(t)} USING delta AS SELECT id FROM range(3)")
      }
    }
  }

  Seq("REPLACE", "RESTORE").foreach { statement =>
    test(s"C5: a $statement keeps the boundary of a table whose commits carry their timestamps") {
      val table = protectedTable()
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableInCommitTimestamps' = 'true')"
      )
      if (statement == "RESTORE") sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 0")
      else
        sql(
          s"REPLACE TABLE ${named(table)} (name STRING) USING delta " +
            "TBLPROPERTIES ('delta.enableInCommitTimestamps' = 'true')"
        )
      assert(boundary(table).contains("2"))
      sql(s"INSERT INTO ${named(table)} VALUES (1)")
      // After a REPLACE, Delta 4.0 by itself cannot show the history from before the timestamps.
      val shown = if (RunningDelta.isAtLeast("4.1")) 6 else 2
      assert(sql(s"DESCRIBE HISTORY ${named(table)} LIMIT $shown").length == shown)
    }
  }

  test("C5: history of a REPLACE shows the properties that the table has then") {
    val table = protectedTable()
    sql(s"REPLACE TABLE ${named(table)} (name STRING) USING delta")
    val parameters = sql(s"DESCRIBE HISTORY ${named(table)} LIMIT 1").head
      .getAs[collection.Map[String, String]]("operationParameters")
    assert(parameters("properties").contains(s""""$Boundary":"2""""))
  }

  test("C5: a clone does not take the boundary of its source along, which means nothing there") {
    val (clone, target) = (temporaryTable(), source())
    sql(s"CREATE TABLE ${named(clone)} SHALLOW CLONE ${named(protectedTable())}")
    assert(boundary(clone).contains("0"))
    sql(s"CREATE OR REPLACE TABLE ${named(target)} SHALLOW CLONE ${named(protectedTable())}")
    assert(boundary(target).contains("0"))
    Seq(clone, target).foreach(table =>
      sql(s"ALTER TABLE ${named(table)} DROP FEATURE checkpointProtection TRUNCATE HISTORY")
    )
  }

  test("C5: RESTORE back and forth over a drop keeps the highest boundary") {
    val table = source("TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    sql(s"INSERT INTO ${named(table)} VALUES (1)")
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors")
    val dropped = versionOf(table)
    val first = boundary(table)
    assert(first.contains(dropped.toString))
    sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 1")
    assert(boundary(table) == first)
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors")
    val again = boundary(table)
    assert(again.contains(versionOf(table).toString))
    sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF $dropped")
    sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 0")
    assert(boundary(table) == again)
    assert(sql(s"SELECT * FROM ${named(table)}").isEmpty)
  }

  test(
    "C5: a table with a boundary out of reach can be written, replaced, restored and corrected"
  ) {
    val table = protectedTable()
    withConf("spark.deltaward.enabled" -> "false") {
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '1000')")
    }
    val statements = Seq(
      s"INSERT INTO ${named(table)} VALUES (2)",
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('a' = 'b')",
      s"REPLACE TABLE ${named(table)} (id BIGINT) USING delta",
      s"RESTORE TABLE ${named(table)} TO VERSION AS OF 2",
      s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
      s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors"
    )
    statements.foreach { statement =>
      sql(statement)
      assert(boundary(table).exists(_ != "2"), statement)
    }
    val dropped = boundary(table)
    assert(dropped.contains(versionOf(table).toString))
    def set(to: Long): Unit =
      spark.sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '$to')"): Unit
    withConf("spark.deltaward.enabled" -> "false")(set(1000))
    assert(failure(set(2)).getMessageParameters.get("boundary") == dropped.get)
    set(dropped.get.toLong)
    assert(boundary(table) == dropped)
  }

  test("C5: once a boundary out of reach is corrected, the feature can be dropped") {
    val table = protectedTable()
    withConf("spark.deltaward.enabled" -> "false") {
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '1000')")
    }
    makeCheckpoint(table)
    (0 until 3).foreach(v =>
      new java.io.File(table.toUri.getPath, f"_delta_log/$v%020d.json").delete()
    )
    val drop =
      s"ALTER TABLE ${named(table)} DROP FEATURE checkpointProtection TRUNCATE HISTORY"
    assert(failure(sql(drop)).getCondition.contains("WAIT_FOR_RETENTION_PERIOD"))
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '2')")
    sql(drop)
    assert(one(s"DESCRIBE PROTOCOL ${named(table)}")("writerFeatures") == null)
  }

  test(
    "C5: REPLACE TABLE AS SELECT that names an earlier boundary is refused before data is written"
  ) {
    val table = protectedTable()
    def files: Int = new java.io.File(table.toUri).list().count(_.endsWith(".parquet"))
    val before = files
    failure(sql(
      s"REPLACE TABLE ${named(table)} USING delta TBLPROPERTIES ('$Boundary' = '1') " +
        "AS SELECT id FROM range(3)"
    ))
    assert(files == before)
    val created = temporaryTable()
    failure(sql(
      s"CREATE TABLE ${named(created)} USING delta TBLPROPERTIES " +
        s"('delta.feature.checkpointProtection' = 'supported', '$Boundary' = '1') AS SELECT 1 AS id"
    ))
    assert(!new java.io.File(created.toUri).exists())
  }

  test("C5: a REPLACE that loses to another boundary does not commit") {
    val table = protectedTable()
    Once.beforeAttempt {
      val thread = new Thread(() =>
        sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '3')"): Unit
      )
      thread.start()
      thread.join()
    } {
      assert(failure(sql(s"REPLACE TABLE ${named(table)} (name STRING) USING delta")).getCondition
        .startsWith("DELTA_"))
    }
    assert(boundary(table).contains("3") && versionOf(table) == 3)
  }

  test("C5: under warn and off the boundary is not kept, as by Delta alone") {
    Seq("warn", "off").foreach { mode =>
      val (replaced, restored) = (protectedTable(), protectedTable())
      withConf("spark.deltaward.rule.checkpointProtection.mode" -> mode) {
        sql(s"REPLACE TABLE ${named(replaced)} (name STRING) USING delta")
        sql(s"RESTORE TABLE ${named(restored)} TO VERSION AS OF 0")
      }
      assert(Seq(replaced, restored).flatMap(boundary).isEmpty, mode)
    }
  }

  test("C5: the boundary moves forward, and commits that do not touch it go through") {
    val table = protectedTable()
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$Boundary' = '3')")
    sql(s"INSERT INTO ${named(table)} VALUES (2)")
    sql(s"ALTER TABLE ${named(table)} ADD COLUMNS (name STRING)")
    assert(sql(s"SELECT * FROM ${named(table)}").length == 2)
  }

  test("C5: the feature cannot go while the history that it protects is there") {
    val table = protectedTable()
    val log = DeltaLog.forTable(spark, table)
    val error = failure(DropByHand(spark, log, "checkpointProtection"))
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.PROTECTED_HISTORY_EXISTS")
    assert(error.getMessageParameters.get("boundary") == "2" &&
      error.getMessageParameters.get("earliest") == "0")
  }

  test("C5: the feature goes once that history is gone") {
    val table = protectedTable()
    makeCheckpoint(table)
    (0 until 2).foreach(v =>
      new java.io.File(table.toUri.getPath, f"_delta_log/$v%020d.json").delete()
    )
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE checkpointProtection TRUNCATE HISTORY")
    assert(one(s"DESCRIBE PROTOCOL ${named(table)}")("writerFeatures") == null)
  }

  private val statementsThatLower = Seq[(String, Path => String)](
    "restore" -> (t => s"RESTORE TABLE ${named(t)} TO VERSION AS OF 0"),
    "restore" ->
      (t =>
        s"CREATE OR REPLACE TABLE ${named(t)} SHALLOW CLONE ${named(source())}"
      ),
    "replace" ->
      (t =>
        s"REPLACE TABLE ${named(t)} USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'false') " +
          "AS SELECT id FROM range(3)"
      )
  )

  statementsThatLower.zipWithIndex.foreach { case ((setting, statement), i) =>
    test(
      s"C6: a statement that lowers the protocol ($i) protects the history that needs a feature"
    ) {
      val table = source()
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
      withConf(s"spark.databricks.delta.$setting.protocolDowngradeAllowed" -> "true") {
        sql(statement(table))
      }
      val after = snapshot(table)
      assert(after.version == 2 && boundary(table).contains("2"))
      assert(protocolOf(after) == Protocol(
        1,
        7,
        None,
        Some(Set("appendOnly", "invariants", "checkpointProtection"))
      ))
      val shown = one(s"SHOW CHECKPOINT PROTECTION ${named(table)}")
      assert(shown("problems") == Nil)
      val old = shown("readableVersions").asInstanceOf[collection.Seq[org.apache.spark.sql.Row]]
        .find(_.getAs[Int]("minReaderVersion") == 1).get
      // A reader without deletion vectors opens the new version by itself.
      assert(old.getAs[collection.Seq[Any]]("lostVersions").isEmpty)
    }
  }

  test("C6: what the policy asks for is judged with that protection") {
    val table = source()
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    withConf(
      "spark.databricks.delta.restore.protocolDowngradeAllowed" -> "true",
      "spark.deltaward.allowedFeatures" -> "deletionVectors"
    ) {
      val error = failure(sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 0"))
      assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
      assert(error.getMessageParameters.get("feature") == "checkpointProtection")
    }
    assert(versionOf(table) == 1)
  }

  test(
    "C6: a commit that takes a reader feature away by hand, with history that needs it, is refused"
  ) {
    val table = source("TBLPROPERTIES ('delta.feature.deletionVectors' = 'supported')")
    val error = failure(RawCommit.large(spark, table, actions.Protocol(1, 2)))
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.HISTORY_LEFT_UNPROTECTED")
    assert(error.getMessageParameters.get("features") == "deletionVectors")
    assert(versionOf(table) == 0)
  }

  test(
    "C6: Delta's own drops go through: the default one protects history, writer features need none"
  ) {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES ('delta.feature.vacuumProtocolCheck' = 'supported')"
    )
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE vacuumProtocolCheck")
    assert(one(
      s"DESCRIBE PROTOCOL ${named(table)}"
    )("supportedFeatures").toString.contains("checkpointProtection"))
    val constrained = temporaryTable()
    sql(s"CREATE TABLE ${named(constrained)} (id BIGINT) USING delta")
    sql(s"ALTER TABLE ${named(constrained)} ADD CONSTRAINT positive CHECK (id > 0)")
    sql(s"ALTER TABLE ${named(constrained)} DROP CONSTRAINT positive")
    sql(s"ALTER TABLE ${named(constrained)} DROP FEATURE checkConstraints")
    assert(!one(
      s"DESCRIBE PROTOCOL ${named(constrained)}"
    )("supportedFeatures").toString.contains("checkConstraints"))
  }
}
