package io.deltaward.commands

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable

import io.deltaward.RunningDelta
import io.deltaward.errors.CommitRefusedException
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

class ExplainProtocolSuite extends CommandTest {

  private def explain(statement: String): Map[String, Any] = one(s"EXPLAIN PROTOCOL $statement")

  private def table(): Path = {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id INT) USING delta")
    path
  }

  private def protocol(path: Path): (Any, Any, Any) = {
    val row = one(s"DESCRIBE PROTOCOL ${named(path)}")
    (row("minReaderVersion"), row("minWriterVersion"), row("supportedFeatures"))
  }

  private def predicted(row: Map[String, Any], had: Seq[String]): (Any, Any, Any) = {
    def names(column: String) = row(column).asInstanceOf[collection.Seq[String]]
    val supported = (had ++ names("featuresAdded")).filterNot(names("featuresRemoved").contains)
    (row("toReaderVersion"), row("toWriterVersion"), supported.sorted)
  }

  private val plain = Seq("appendOnly", "invariants")

  Seq(
    "delta.appendOnly" -> "true",
    "delta.enableChangeDataFeed" -> "true",
    "delta.enableDeletionVectors" -> "true",
    "delta.columnMapping.mode" -> "name",
    "delta.enableRowTracking" -> "true",
    "delta.enableTypeWidening" -> "true",
    s"delta.enableInCommitTimestamps${RunningDelta.preview}" -> "true",
    "delta.checkpointPolicy" -> "v2",
    "delta.feature.allowColumnDefaults" -> "supported",
    "delta.feature.timestampNtz" -> "supported",
    "delta.feature.domainMetadata" -> "supported",
    "delta.feature.variantType" -> "supported"
  ).foreach { case (key, value) =>
    test(s"what is foreseen for $key = $value is what happens, and foreseeing it writes nothing") {
      if (key.endsWith("enableRowTracking"))
        RunningDelta.needs("3.3", "Delta 3.2 cannot turn on row tracking for an existing table")
      if (key.endsWith("mode"))
        RunningDelta.needs("3.3", "Delta 3.2 does not add columnMapping to a table by itself")
      if (key.endsWith("variantType")) RunningDelta.needs("4.0", "Delta 3.3 has no variants")
      val path = table()
      val statement = s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('$key' = '$value')"
      val foreseen = explain(statement)
      assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 1)
      assert(protocol(path) == ((1, 2, plain)))
      sql(statement)
      assert(protocol(path) == predicted(foreseen, plain))
    }
  }

  test(
    "a session default that Delta cannot read is named as a wrong value, not as a damaged file"
  ) {
    withConf("spark.databricks.delta.properties.defaults.enableDeletionVectors" -> "maybe") {
      val error = failure(explain("CREATE TABLE maybe (id BIGINT) USING delta"))
      assert(error.getCondition == "DELTAWARD_STATEMENT_FAILED")
      assert(error.getMessageParameters.get("cause").contains("maybe"))
      assert(error.getMessageParameters.get("hint").startsWith("Correct the value"))
    }
    explain("CREATE TABLE maybe (id BIGINT) USING delta")
  }

  // Delta 4.1 and 4.2 add variantShredding without variantType, which it requires, and the rule refuses the commit.
  private val incomplete =
    if (RunningDelta.isAtLeast("4.3")) Set.empty[String]
    else DeltaFeatures.running.features.intersect(Set("variantShredding"))

  DeltaFeatures.running.features.diff(incomplete).toSeq.sorted.foreach { feature =>
    test(s"what is foreseen for asking for $feature is what happens, be it a refusal") {
      val path = table()
      val statement =
        s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.feature.$feature' = 'supported')"
      def condition(body: => Any): Option[String] = Try(body).failed.toOption.map {
        case known: SparkThrowable => String.valueOf(known.getCondition)
        // EXPLAIN PROTOCOL gives this condition to an error of Delta's that has none.
        case _ => "DELTAWARD_STATEMENT_FAILED"
      }
      var foreseen = Map.empty[String, Any]
      val refusal = condition { foreseen = explain(statement) }
      assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 1)
      assert(condition(sql(statement)) == refusal)
      if (refusal.isEmpty) assert(protocol(path) == predicted(foreseen, plain))
    }
  }

  incomplete.foreach { feature =>
    test(s"asking for $feature alone is refused, as EXPLAIN PROTOCOL says") {
      val path = table()
      val statement =
        s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.feature.$feature' = 'supported')"
      val foreseen = explain(statement)
      assert(foreseen("refusal").toString.contains("variantType"))
      val refused = intercept[CommitRefusedException](sql(statement))
      assert(refused.getCondition == foreseen("refusedBy"))
      sql(
        s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.feature.$feature' = 'supported', " +
          "'delta.feature.variantType' = 'supported')"
      )
      assert(protocol(path)._3.toString.contains(feature))
    }
  }

  test("a new table: what it would support and why; neither a directory nor a name is left") {
    val path = temporaryTable()
    val statement =
      s"CREATE TABLE ${named(path)} (seen TIMESTAMP_NTZ) USING delta CLUSTER BY (seen)"
    val foreseen = explain(statement)
    val fs = path.getFileSystem(spark.sessionState.newHadoopConf())
    assert(!fs.exists(path))
    sql(statement)
    assert(protocol(path) == predicted(foreseen, Nil))
    val causes = foreseen("featuresAdded").asInstanceOf[collection.Seq[String]]
      .zip(foreseen("cause").asInstanceOf[collection.Seq[String]]).toMap
    assert(causes("timestampNtz") == "schema" && foreseen("fromReaderVersion") == null)
    explain("CREATE TABLE never_made (id INT) USING delta")
    assert(sql("SHOW TABLES LIKE 'never_made'").isEmpty)
  }

  test("REPLACE TABLE and ADD COLUMNS") {
    sql("CREATE TABLE to_replace (id INT) USING delta")
    try {
      val statement =
        "REPLACE TABLE to_replace (id INT) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
      val foreseen = explain(statement)
      assert(foreseen("featuresAdded") == Seq("deletionVectors"))
      assert(explain("ALTER TABLE to_replace ADD COLUMNS (name STRING)")("featuresAdded") == Nil)
      assert(sql("DESCRIBE HISTORY to_replace").length == 1)
      sql(statement)
      assert(one("DESCRIBE PROTOCOL to_replace")("minReaderVersion") == foreseen("toReaderVersion"))
    } finally sql("DROP TABLE to_replace"): Unit
  }

  test(
    "the clients that would lose access, the session default behind it, and the rule that would refuse"
  ) {
    val default = "spark.databricks.delta.properties.defaults.enableDeletionVectors"
    val policy = "'deltaward.requiredClients' = 'delta-standalone read'"
    withConf(default -> "true") {
      val row = explain(
        s"CREATE TABLE ${named(temporaryTable())} (id INT) USING delta TBLPROPERTIES ($policy)"
      )
      assert(row("losingRead").toString.contains("delta-standalone"))
      assert(!row("losingRead").toString.contains("delta-spark"))
      assert(row("causeDetail").toString.contains(default))
      assert(row("refusedBy") == "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT")
    }
  }

  test("a statement that would commit nothing says so") {
    val path = table()
    val row = explain(s"CREATE TABLE IF NOT EXISTS ${named(path)} (id INT) USING delta")
    assert(row("operation") == null && row("featuresAdded") == Nil)
  }

  test("what cannot be run dry is not run at all") {
    val path = table()
    Seq(
      s"DELETE FROM ${named(path)}",
      s"UPDATE ${named(path)} SET id = 1",
      s"OPTIMIZE ${named(path)}",
      s"RESTORE TABLE ${named(path)} TO VERSION AS OF 0",
      s"CREATE TABLE not_made SHALLOW CLONE ${named(path)}",
      s"CREATE TABLE not_made LIKE ${named(path)}",
      s"INSERT INTO ${named(path)} REPLACE WHERE id = 1 SELECT 1",
      s"FROM VALUES (1) INSERT INTO ${named(path)} SELECT * INSERT INTO ${named(path)} SELECT *",
      s"DROP TABLE IF EXISTS ${named(path)}"
    ).foreach { statement =>
      assert(failure(explain(statement)).getCondition == "DELTAWARD_CANNOT_EXPLAIN", statement)
    }
    val parquet = failure(explain("CREATE TABLE not_made (id INT) USING parquet"))
    assert(parquet.getCondition == "DELTAWARD_NOT_A_DELTA_TABLE.OTHER_FORMAT")
    assert(sql("SHOW TABLES LIKE 'not_made'").isEmpty)
    assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 1)
  }

  test("a property that Delta cannot read is named") {
    val path = table()
    Seq(
      s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'maybe')",
      "CREATE TABLE not_made (id INT) USING delta TBLPROPERTIES ('delta.appendOnly' = '')",
      "CREATE TABLE not_made USING delta TBLPROPERTIES ('delta.checkpointInterval' = 'x') " +
        "AS SELECT 1 AS id"
    ).foreach { statement =>
      val error = failure(explain(statement))
      assert(error.getCondition == "DELTAWARD_CANNOT_EXPLAIN", statement)
      assert(error.getMessageParameters.get("why").endsWith("so the statement would fail"))
      assert(Try(sql(statement)).isFailure, statement)
    }
  }

  // Delta 4.0 cannot write by its Kernel.
  if (RunningDelta.isAtLeast("4.1"))
    test("what Delta would write by its Kernel is not run at all") {
      val path = table()
      withConf("spark.databricks.delta.v2.enableMode" -> "STRICT") {
        val error = failure(explain(s"INSERT INTO ${named(path)} VALUES (1)"))
        assert(error.getCondition == "DELTAWARD_CANNOT_EXPLAIN")
      }
      assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 1)
    }

  test("the rows of a query are not read, and those of the table only where Delta checks them") {
    val path = table()
    val failing = "SELECT CAST(raise_error('read') AS INT) AS id"
    assert(explain(s"INSERT INTO ${named(path)} $failing")("operation") == "WRITE")
    assert(explain(s"CREATE TABLE not_made USING delta AS $failing")("version") == 0L)
    val merge = s"MERGE INTO ${named(path)} AS t USING ($failing) AS s ON t.id = s.id " +
      "WHEN NOT MATCHED THEN INSERT *"
    assert(explain(merge)("operation") == "MERGE")
  }

  test("a table that is there already is not taken into the catalog") {
    val location = s"LOCATION '${table().toUri.getPath}'"
    val error = failure(explain(s"CREATE TABLE taken_in USING delta $location"))
    assert(error.getCondition == "DELTAWARD_CANNOT_EXPLAIN")
    assert(sql("SHOW TABLES LIKE 'taken_in'").isEmpty)
  }

  test("it foresees with the rules turned off too, and after it statements are run again") {
    val path = table()
    val statement =
      s"ALTER TABLE ${named(path)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
    withConf("spark.deltaward.enabled" -> "false") {
      assert(explain(statement)("featuresAdded") == Seq("deletionVectors"))
      assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 1)
    }
    sql(statement)
    assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 2)
  }
}
