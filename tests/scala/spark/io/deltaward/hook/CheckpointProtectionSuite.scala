package io.deltaward.hook

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.commands.CommandTest

/** Rules C5 and C6, by each statement that could break them. */
class CheckpointProtectionSuite extends CommandTest {

  private val Boundary = "delta.requireCheckpointProtectionBeforeVersion"

  /** A table whose first versions are protected, as a default DROP FEATURE leaves it. */
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
    test(s"$what is refused, and nothing is written") {
      val table = protectedTable()
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
  isRefused("C5: REPLACE TABLE without the boundary", "BOUNDARY_MOVED_BACK")(t =>
    spark.sql(s"REPLACE TABLE ${named(t)} (name STRING) USING delta"): Unit
  )
  isRefused("C5: REPLACE TABLE AS SELECT without the boundary", "BOUNDARY_MOVED_BACK")(t =>
    spark.sql(s"REPLACE TABLE ${named(t)} USING delta AS SELECT id FROM range(3)"): Unit
  )
  isRefused("C5: RESTORE to a version before the boundary was set", "BOUNDARY_MOVED_BACK")(t =>
    spark.sql(s"RESTORE TABLE ${named(t)} TO VERSION AS OF 0"): Unit
  )
  isRefused("C5: CLONE over the table", "BOUNDARY_MOVED_BACK") { t =>
    val source = temporaryTable()
    spark.range(3).write.format("delta").save(source.toString)
    spark.sql(s"CREATE OR REPLACE TABLE ${named(t)} SHALLOW CLONE ${named(source)}"): Unit
  }

  test("C5: REPLACE TABLE AS SELECT is refused before its data is written") {
    val table = protectedTable()
    def files: Int = new java.io.File(table.toUri).list().count(_.endsWith(".parquet"))
    val before = files
    failure(sql(s"REPLACE TABLE ${named(table)} USING delta AS SELECT id FROM range(3)"))
    assert(files == before)
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

  test("C6: RESTORE that takes a reader feature away, with history that needs it, is refused") {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta")
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    withConf("spark.databricks.delta.restore.protocolDowngradeAllowed" -> "true") {
      val error = failure(sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 0"))
      assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.HISTORY_LEFT_UNPROTECTED")
      assert(error.getMessageParameters.get("features") == "deletionVectors")
    }
    assert(versionOf(table) == 1)
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
