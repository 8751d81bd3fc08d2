package io.deltaward.guard

import java.nio.file.{Files, Path => JPath}

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.functions
import org.scalatest.Assertion

import io.deltaward.RunningDelta
import io.deltaward.storage.LogSurgery

/** Tests `deltaward.requiredClients` for each way in which a feature can come into a table. */
class RequiredClientsSuite extends PolicyTest {

  private val vectors = "'delta.enableDeletionVectors' = 'true'"

  /** Checks that `statement` is refused, and leaves the table as it was. */
  private def refused(table: Path, feature: String, cause: String)(statement: => Any): Assertion = {
    val before = versions(table)
    requiringBasic(lockedOut(refusalOf(statement), feature, cause))
    assert(versions(table) == before)
  }

  test("by a table property") {
    val table = plainTable()
    refused(table, "deletionVectors", "delta.enableDeletionVectors = true") {
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)")
    }
  }

  test("by a statement that the refusal names, also of a table without a name") {
    val statement = s"ALTER TABLE ${named(plainTable())} SET TBLPROPERTIES ($vectors)"
    val error = requiringBasic(refusalOf(sql(statement)))
    assert(error.getMessageParameters.get("operation") == "SET TBLPROPERTIES")
  }

  test("by a table property, in the statement that sets the policy") {
    val table = plainTable()
    val policy = "'deltaward.requiredClients' = 'delta-standalone read'"
    val before = versions(table)
    val error = refusalOf(
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($policy, $vectors)")
    )
    assert(error.getMessageParameters.get("feature") == "deletionVectors")
    assert(error.getMessageParameters.get("policy") == "deltaward.requiredClients")
    assert(versions(table) == before)
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($policy)")
  }

  test("by a constraint that the client's own engine may evaluate otherwise") {
    val table = plainTable()
    withConf("spark.deltaward.requiredClients" -> "deltalake[rust] write") {
      sql(s"ALTER TABLE ${named(table)} ADD CONSTRAINT plain CHECK (id > 0)")
      val error =
        refusalOf(sql(s"ALTER TABLE ${named(table)} ADD CONSTRAINT half CHECK (id / 2 < 9)"))
      lockedOut(error, "checkConstraints", "delta.constraints.half = id / 2 < 9")
      assert(error.getMessageParameters.get("lockedOut").contains("writing would be UNKNOWN"))
    }
  }

  test("by the type of a column") {
    val table = temporaryTable()
    requiringBasic {
      val error = refusalOf(sql(s"CREATE TABLE ${named(table)} (seen TIMESTAMP_NTZ) USING delta"))
      lockedOut(error, "timestampNtz", "timestamp_ntz")
    }
  }

  test("by the path of a new table's directory, whatever creates the table") {
    val source = plainTable()
    val parent = temporaryTable()
    Seq("my sales", "größe").foreach { directory =>
      val table = new Path(parent, directory)
      def made(statement: String): Any = sql(statement.replace("@", named(table)))
      withConf("spark.deltaward.requiredClients" -> "polars[scan_delta] read") {
        Seq(
          "CREATE TABLE @ (id BIGINT) USING delta",
          "CREATE TABLE @ USING delta AS SELECT 1 AS id",
          s"CREATE TABLE @ SHALLOW CLONE ${named(source)}"
        ).foreach { statement =>
          val error = refusalOf(made(statement))
          assert(
            error.getMessageParameters.get("cause").startsWith("the path of the table's directory"),
            statement
          )
          assert(error.getMessageParameters.get("advice").startsWith("Choose a path"))
        }
      }
      made("CREATE TABLE @ (id BIGINT) USING delta")
      withConf("spark.deltaward.requiredClients" -> "polars[scan_delta] read") {
        made("ALTER TABLE @ ADD COLUMN more INT")
        made("INSERT INTO @ VALUES (1, 2)")
      }
    }
    withConf("spark.deltaward.requiredClients" -> "polars[scan_delta] read") {
      sql(s"CREATE TABLE ${named(new Path(parent, "my-sales_1.0"))} (id BIGINT) USING delta")
    }
  }

  /** Makes a table with a partition, whose path the log encodes if the name has a space. */
  private def partitionedBy(city: String): Path = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} USING delta PARTITIONED BY (city) " +
        s"TBLPROPERTIES ('delta.enableDeletionVectors' = 'false') AS SELECT 1 AS id, '$city' AS city"
    )
    table
  }

  private def requiringPolars[A](body: => A): A =
    withConf("spark.deltaward.requiredClients" -> "polars[scan_delta] read")(body)

  private def encoded(statement: => Any): Assertion = {
    val error = refusalOf(statement)
    lockedOut(error, "deletionVectors", "delta.enableDeletionVectors")
    assert(error.getMessageParameters.get("lockedOut").contains("encodedPaths"))
  }

  test("by a table property, for the paths of its files") {
    val table = partitionedBy("New York")
    val statement = s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)"
    val before = versions(table)
    requiringPolars {
      encoded(sql(statement))
      val explained = sql(s"EXPLAIN PROTOCOL $statement").head
      assert(explained.getAs[String]("refusedBy").endsWith("REQUIRED_CLIENT_LOCKED_OUT"))
      assert(explained.getAs[Seq[String]]("losingRead").exists(_.startsWith("polars")))
      sql(s"ALTER TABLE ${named(table)} ADD COLUMN more INT")
      sql(s"ALTER TABLE ${named(partitionedBy("Oslo"))} SET TBLPROPERTIES ($vectors)")
    }
    assert(versions(table) == before + 1)
  }

  private def replacing(table: Path, city: String): Any = sql(
    s"CREATE OR REPLACE TABLE ${named(table)} USING delta PARTITIONED BY (city) " +
      s"TBLPROPERTIES ($vectors) AS SELECT 1 AS id, '$city' AS city"
  )

  test("by the files that a statement leaves, not by those that it removes") {
    requiringPolars {
      encoded(replacing(partitionedBy("Oslo"), "New York"))
      encoded(replacing(temporaryTable(), "New York"))
      replacing(partitionedBy("New York"), "Oslo")
      val withVectors = plainTable(vectors)
      val error = refusalOf(replacing(withVectors, "New York"))
      assert(error.getMessageParameters.get("cause") == "the rows that it writes")
    }
  }

  private def requiringDeltalake[A](body: => A): A =
    withConf("spark.deltaward.requiredClients" -> "deltalake[rust] read")(body)

  private val far = "TIMESTAMP'9999-12-31 00:00:00'"

  test("by the rows that a change of the schema brings, whatever columns were there before") {
    def ofTimes(): Path = {
      val table = temporaryTable()
      sql(
        s"CREATE TABLE ${named(table)} USING delta AS SELECT 1L AS id, TIMESTAMP'2020-01-01' AS at"
      )
      table
    }
    val columns = s"2L AS id, TIMESTAMP'2020-01-01' AS at, $far AS until"
    def write(options: (String, String)*)(table: Path, mode: String): Unit =
      spark.sql(s"SELECT $columns").write.format("delta").options(options.toMap).mode(mode)
        .save(table.toString)
    Seq[Path => Any](
      table => sql(s"CREATE OR REPLACE TABLE ${named(table)} USING delta AS SELECT $columns"),
      write("mergeSchema" -> "true")(_, "append"),
      write("overwriteSchema" -> "true")(_, "overwrite")
    ).foreach { change =>
      Seq(ofTimes(), plainTable()).foreach { table =>
        requiringDeltalake {
          val error = refusalOf(change(table))
          assert(error.getMessageParameters.get("lockedOut").contains("farTimestamps"))
          assert(error.getMessageParameters.get("cause") == "the rows that it writes")
        }
      }
    }
  }

  test("by the rows of a new table, which can be made again without them") {
    val table = temporaryTable()
    def create(rows: String): Any =
      sql(s"CREATE TABLE ${named(table)} USING delta AS SELECT 1 AS id, $rows AS at")
    requiringDeltalake {
      val error = refusalOf(create(far))
      assert(error.getMessageParameters.get("cause") == "the rows that it writes")
      assert(error.getMessageParameters.get("advice").contains("Remove the files"))
      table.getFileSystem(spark.sessionState.newHadoopConf()).delete(table, true)
      create("TIMESTAMP'2020-01-01 00:00:00'")
    }
  }

  test("what statistics do not tell locks nobody out") {
    requiringDeltalake {
      Seq("array(TIMESTAMP'2020-01-01')", "map('a', TIMESTAMP'2020-01-01')").foreach { at =>
        val table = temporaryTable()
        sql(s"CREATE TABLE ${named(table)} USING delta AS SELECT 1 AS id, $at AS at")
        sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.appendOnly' = 'false')")
      }
    }
  }

  test("a client that does not find the files loses nothing more") {
    val source = plainTable()
    val clone = temporaryTable()
    sql(s"CREATE TABLE ${named(clone)} SHALLOW CLONE ${named(source)}")
    requiringPolars {
      sql(s"ALTER TABLE ${named(clone)} SET TBLPROPERTIES ('delta.checkpointPolicy' = 'v2')")
    }
  }

  test("a scan that fails fails the commit") {
    val table = partitionedBy("New York")
    makeCheckpoint(table)
    val log = JPath.of(table.toUri).resolve("_delta_log")
    val checkpoint =
      Files.list(log).filter(_.toString.endsWith(".checkpoint.parquet")).findFirst.get
    val bytes = Files.readAllBytes(checkpoint)
    Files.write(checkpoint, bytes.take(bytes.length / 2))
    Files.list(log).filter(_.toString.endsWith(".crc")).forEach(Files.delete(_))
    DeltaLog.clearCache()
    requiringPolars {
      intercept[Exception] {
        sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)")
      }: Unit
    }
    assert(!Files.exists(log.resolve(f"${1}%020d.json")))
  }

  test("a column of timestamps has no values in the files that are there") {
    val table = plainTable()
    withConf("spark.deltaward.requiredClients" -> "deltalake[rust] read") {
      sql(s"INSERT INTO ${named(table)} VALUES (1)")
      sql(s"ALTER TABLE ${named(table)} ADD COLUMN at TIMESTAMP")
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.appendOnly' = 'true')")
    }
  }

  test("by a default of the session, before a file is written") {
    val table = temporaryTable()
    val default = "spark.databricks.delta.properties.defaults.enableDeletionVectors"
    withConf(default -> "true") {
      requiringBasic {
        val error = refusalOf(sql(s"CREATE TABLE ${named(table)} USING delta AS SELECT 1 AS id"))
        lockedOut(error, "deletionVectors", default)
      }
    }
    val fs = table.getFileSystem(spark.sessionState.newHadoopConf())
    assert(!fs.exists(table) || fs.listStatus(table).forall(_.getPath.getName == "_delta_log"))
  }

  test("by REPLACE TABLE") {
    sql("CREATE TABLE replaced (id BIGINT) USING delta")
    try
      requiringBasic {
        val error = refusalOf {
          sql(s"REPLACE TABLE replaced (id BIGINT) USING delta TBLPROPERTIES ($vectors)")
        }
        lockedOut(error, "deletionVectors", "delta.enableDeletionVectors = true")
      }
    finally sql("DROP TABLE replaced"): Unit
  }

  /** None of these statements names a new feature or property. */
  Seq[(String, String => Any)](
    "REPLACE TABLE" ->
      { t => sql(s"REPLACE TABLE $t (id BIGINT, x BIGINT) USING delta PARTITIONED BY (id)") },
    "CREATE OR REPLACE TABLE AS SELECT" -> { t =>
      sql(s"CREATE OR REPLACE TABLE $t USING delta PARTITIONED BY (id) AS SELECT 1L AS id, 2L AS x")
    },
    "a DataFrame with overwriteSchema" -> { t =>
      spark.range(1).selectExpr("id", "id AS x").write.format("delta").mode("overwrite")
        .option("overwriteSchema", "true").partitionBy("id").saveAsTable(t)
    },
    "writeTo" -> { t =>
      spark.range(1).selectExpr("id", "id AS x").writeTo(t).using("delta")
        .partitionedBy(functions.col("id")).createOrReplace()
    },
    "DeltaTable" -> { t =>
      DeltaTable.replace(spark).tableName(t).addColumn("id", "BIGINT").addColumn("x", "BIGINT")
        .partitionedBy("id").execute()
    }
  ).foreach { case (way, partition) =>
    test(s"by other partitions of the same columns, with $way") {
      sql("CREATE TABLE whole (id BIGINT, x BIGINT) USING delta")
      try
        requiring("whole") {
          val error = refusalOf(partition("whole"))
          assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT")
        }
      finally sql("DROP TABLE whole"): Unit
    }
  }

  test("by CLONE of a table that has it") {
    val source = unguarded(plainTable(vectors))
    val target = temporaryTable()
    requiringBasic {
      val error = refusalOf(sql(s"CREATE TABLE ${named(target)} SHALLOW CLONE ${named(source)}"))
      lockedOut(error, "deletionVectors", "delta.enableDeletionVectors")
    }
  }

  test("by RESTORE to a version that has it") {
    val table = plainTable()
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)")
    withConf("spark.databricks.delta.restore.protocolDowngradeAllowed" -> "true") {
      withConf("spark.deltaward.rule.checkpointProtection.mode" -> "off") {
        sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 1")
      }
    }
    refused(table, "deletionVectors", "delta.enableDeletionVectors") {
      sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 2")
    }
  }

  // Delta requires that a feature is listed before the schema of an existing table may need it. Evolution can still put
  // a listed feature to its first use.

  private def widening(): Path = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} (id INT) USING delta " +
        "TBLPROPERTIES ('delta.enableTypeWidening' = 'true')"
    )
    table
  }

  // Delta 4.0 widens no column in a MERGE.
  if (RunningDelta.isAtLeast("4.1"))
    test("by schema evolution in MERGE") {
      val table = widening()
      requiring("narrow") {
        val error = refusalOf {
          sql(
            s"MERGE WITH SCHEMA EVOLUTION INTO ${named(table)} t USING (SELECT 9L AS id) s " +
              "ON t.id = s.id WHEN NOT MATCHED THEN INSERT *"
          )
        }
        lockedOut(error, "typeWidening", "type change")
      }
      assert(versions(table) == 1)
    }

  test("by schema evolution in a stream") {
    RunningDelta.needs("3.3", "Delta 3.2 widens no INT")
    val table = widening()
    val source = plainTable()
    requiring("narrow") {
      val error = refusalOf {
        spark.readStream.format("delta").load(source.toString)
          .writeStream.format("delta")
          .option("mergeSchema", "true")
          .option("checkpointLocation", temporaryDirectory().toString)
          .trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow)
          .start(table.toString)
          .awaitTermination()
      }
      lockedOut(error, "typeWidening", "type change")
    }
    assert(versions(table) == 1)
  }

  test("by CONVERT TO DELTA") {
    val files = temporaryTable()
    spark.sql("SELECT TIMESTAMP_NTZ'2026-01-01 00:00:00' AS seen").write.parquet(files.toString)
    requiringBasic {
      val error = refusalOf(sql(s"CONVERT TO DELTA parquet.`${files.toUri.getPath}`"))
      lockedOut(error, "timestampNtz", "timestamp_ntz")
      assert(!Files.exists(LogSurgery.directory(files)), "a directory is left")
    }
  }

  test(
    "the table property wins over the session, and a table that is lost already can be changed"
  ) {
    val table = plainTable()
    requiringBasic {
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('deltaward.requiredClients' = 'delta-spark read')"
      )
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)")
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('deltaward.requiredClients' = 'basic read')"
      )
      sql(s"ALTER TABLE ${named(table)} ADD COLUMNS (name STRING)")
      assert(versions(table) == 6)
    }
  }

  test("a policy that names no client is refused when it is set, on a table and in a session") {
    val table = plainTable()
    val error = refusalOf {
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('deltaward.requiredClients' = 'trno read')"
      )
    }
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.INVALID_POLICY")
    assert(error.getMessageParameters.get("problem").contains("did you mean trino"))
    assert(intercept[Exception](spark.conf.set(
      "spark.deltaward.requiredClients",
      "trino, sometimes x"
    ))
      .getMessage.contains("read+write"))
  }

  test("warn lets the commit through") {
    val table = plainTable()
    withConf(Rule -> "warn") {
      requiringBasic(sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)"))
    }
    assert(versions(table) == 3)
  }
}
