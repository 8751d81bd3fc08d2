package io.deltaward.guard

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.TableIdentifier

import io.deltaward.commands.CommandTest
import org.apache.spark.sql.delta.deltaward.CloneByApi

/** Tests that a table keeps its policies and modes, however it is replaced. */
class ReplacedTablesSuite extends CommandTest {

  private val Policy = "deltaward.allowedFeatures"
  private val Mode = "deltaward.rule.validProtocol.mode"

  private val governed = Map(Policy -> "changeDataFeed, rowTracking", Mode -> "warn")

  private val table = "to_replace"

  /**
   * Runs `body` with a catalog table without rows, at version 2. At version 0, it had neither of the two properties.
   */
  private def withTable(body: => Any): Any = {
    sql(s"CREATE TABLE $table (id BIGINT) USING delta TBLPROPERTIES ('a' = 'b')")
    try {
      sql(s"ALTER TABLE $table SET TBLPROPERTIES ('$Mode' = 'off')")
      sql(
        s"ALTER TABLE $table SET TBLPROPERTIES ('$Policy' = '${governed(Policy)}', '$Mode' = 'warn')"
      )
      body
    } finally sql(s"DROP TABLE $table"): Unit
  }

  private def properties: Map[String, String] =
    sql(s"SHOW TBLPROPERTIES $table").map(row => row.getString(0) -> row.getString(1)).toMap

  private def governing: Map[String, String] = properties.filter(_._1.startsWith("deltaward."))

  /** Tests that the table keeps its policies, and that they still forbid what they did. */
  private def keepsPolicies(way: String)(replace: => Any): Unit =
    test(s"$way keeps the policies of the table") {
      withTable {
        replace
        assert(sql(s"DESCRIBE HISTORY $table").length == 4)
        assert(governing == governed)
        val error = failure(
          sql(s"ALTER TABLE $table SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
        )
        assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
      }
    }

  private def rows = spark.range(3).selectExpr("id", "'a' AS name")

  keepsPolicies("REPLACE TABLE")(sql(s"REPLACE TABLE $table (name STRING) USING delta"))
  keepsPolicies("CREATE OR REPLACE TABLE")(
    sql(s"CREATE OR REPLACE TABLE $table (name STRING) USING delta TBLPROPERTIES ('c' = 'd')")
  )
  keepsPolicies("REPLACE TABLE AS SELECT")(
    sql(s"REPLACE TABLE $table USING delta AS SELECT 1 AS one")
  )
  keepsPolicies("CREATE OR REPLACE TABLE AS SELECT, as a dbt full refresh does it")(
    sql(s"CREATE OR REPLACE TABLE $table USING delta AS SELECT 1 AS one")
  )
  keepsPolicies("DataFrameWriterV2.replace")(rows.writeTo(table).using("delta").replace())
  keepsPolicies("DataFrameWriterV2.createOrReplace")(
    rows.writeTo(table).using("delta").createOrReplace()
  )
  keepsPolicies("DeltaTable.replace")(
    DeltaTable.replace(spark).tableName(table).addColumn("name", "STRING").execute()
  )
  keepsPolicies("DeltaTable.createOrReplace")(
    DeltaTable.createOrReplace(spark).tableName(table).addColumn("name", "STRING").execute()
  )
  keepsPolicies("saveAsTable with overwriteSchema")(
    rows.write.format("delta").mode("overwrite").option(
      "overwriteSchema",
      "true"
    ).saveAsTable(table)
  )
  keepsPolicies("saveAsTable in mode overwrite")(
    spark.range(3).write.format("delta").mode("overwrite").saveAsTable(table)
  )
  keepsPolicies("save to its path with overwriteSchema") {
    val path = sql(s"DESCRIBE DETAIL $table").head.getAs[String]("location")
    rows.write.format("delta").mode("overwrite").option("overwriteSchema", "true").save(path)
  }
  keepsPolicies("RESTORE")(sql(s"RESTORE TABLE $table TO VERSION AS OF 0"))
  keepsPolicies("RESTORE to another mode")(sql(s"RESTORE TABLE $table TO VERSION AS OF 1"))
  keepsPolicies("DeltaTable.restoreToVersion")(
    DeltaTable.forName(spark, table).restoreToVersion(0)
  )
  keepsPolicies("CLONE over the table")(
    sql(s"CREATE OR REPLACE TABLE $table SHALLOW CLONE ${named(source())}")
  )
  keepsPolicies("DeltaTable.clone over the table") {
    val path = sql(s"DESCRIBE DETAIL $table").head.getAs[String]("location")
    CloneByApi.over(path, source().toString)
  }

  /** Makes a table with policies of its own. One of them is a policy that the other table does not have. */
  private def source(): Path = {
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (id BIGINT) USING delta TBLPROPERTIES " +
        s"('$Policy' = 'clustering', 'deltaward.rule.lowestProtocol.mode' = 'off', 'e' = 'f')"
    )
    path
  }

  Seq[(String, String => String)](
    "REPLACE TABLE" -> (p => s"REPLACE TABLE $table (id BIGINT) USING delta TBLPROPERTIES ($p)"),
    "REPLACE TABLE AS SELECT" ->
      (p => s"REPLACE TABLE $table USING delta TBLPROPERTIES ($p) AS SELECT 1 AS one"),
    "CLONE" ->
      (p => s"CREATE OR REPLACE TABLE $table SHALLOW CLONE ${named(source())} TBLPROPERTIES ($p)")
  ).foreach { case (way, statement) =>
    test(s"a $way sets what it names, and keeps the rest") {
      withTable {
        sql(statement(s"'$Policy' = 'appendOnly'"))
        assert(governing == governed + (Policy -> "appendOnly"))
        sql(statement(s"'$Policy' = '', 'deltaward.rule.allowedFeatures.mode' = 'warn'"))
        assert(governing ==
          governed + (Policy -> "") + ("deltaward.rule.allowedFeatures.mode" -> "warn"))
      }
    }
  }

  test("a CLONE that sets what its source has too has been told so") {
    withTable {
      sql(
        s"CREATE OR REPLACE TABLE $table SHALLOW CLONE ${named(source())} " +
          s"TBLPROPERTIES ('$Policy' = 'clustering')"
      )
      assert(governing == governed + (Policy -> "clustering"))
    }
  }

  test("a clone that is a new table has the policies of its source, as all its properties") {
    val clone = temporaryTable()
    sql(s"CREATE TABLE ${named(clone)} SHALLOW CLONE ${named(source())}")
    val configuration = snapshot(clone).metadata.configuration
    assert(configuration.get(Policy).contains("clustering") && configuration.contains("e"))
  }

  test("all other properties go with the table that is replaced, as by Delta alone") {
    withTable {
      sql(s"REPLACE TABLE $table (id BIGINT) USING delta")
      assert(!properties.contains("a"))
    }
  }

  test("history and catalog have the properties that the table has") {
    withTable {
      withConf("spark.databricks.delta.catalog.update.enabled" -> "true") {
        sql(s"REPLACE TABLE $table (name STRING) USING delta")
      }
      val parameters = sql(s"DESCRIBE HISTORY $table LIMIT 1").head
        .getAs[collection.Map[String, String]]("operationParameters")
      assert(governed.keys.forall(key => parameters("properties").contains(s""""$key"""")))
      val entry = spark.asInstanceOf[org.apache.spark.sql.classic.SparkSession]
        .sessionState.catalog.getTableMetadata(TableIdentifier(table))
      assert(entry.properties.filter(_._1.startsWith("deltaward.")) == governed)
    }
  }

  test("the commit is judged by the policy that it keeps") {
    withTable {
      Seq(
        s"REPLACE TABLE $table (id BIGINT) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
        s"CREATE OR REPLACE TABLE $table USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS SELECT 1 AS one"
      ).foreach(statement =>
        assert(failure(sql(statement)).getCondition ==
          "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
      )
    }
  }

  test("a RESTORE to a policy that cannot be understood keeps the one of now") {
    withTable {
      withConf("spark.deltaward.enabled" -> "false") {
        sql(s"ALTER TABLE $table SET TBLPROPERTIES ('deltaward.requiredClients' = 'nobody reads')")
        sql(s"ALTER TABLE $table UNSET TBLPROPERTIES ('deltaward.requiredClients')")
      }
      sql(s"RESTORE TABLE $table TO VERSION AS OF 3")
      assert(governing == governed)
    }
  }

  test("with the rules turned off, a statement does what Delta alone does") {
    withTable {
      withConf("spark.deltaward.enabled" -> "false") {
        sql(s"REPLACE TABLE $table (id BIGINT) USING delta")
      }
      assert(governing.isEmpty)
    }
  }

  test("EXPLAIN PROTOCOL of a REPLACE foresees what the policy that stays makes of it") {
    withTable {
      val row = one(
        s"EXPLAIN PROTOCOL REPLACE TABLE $table (id BIGINT) USING delta " +
          "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
      )
      assert(row("refusedBy") == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    }
  }
}
