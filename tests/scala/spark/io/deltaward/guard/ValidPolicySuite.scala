package io.deltaward.guard

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.apache.spark.sql.streaming.Trigger
import org.scalatest.Assertion

import org.apache.spark.sql.delta.deltaward.IdentityByApi

/** Tests `validPolicy`: a policy protects the table, or is refused when it is set, whichever way it is set. */
class ValidPolicySuite extends PolicyTest {

  private def unknown(error: SparkThrowable, key: String, meant: String): Assertion = {
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.UNKNOWN_PROPERTY")
    assert(error.getMessageParameters.get("key") == key)
    assert(error.getMessageParameters.get("hint") == s"Did you mean $meant?")
  }

  private def invalid(error: SparkThrowable, key: String, problem: String): Assertion = {
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.INVALID_POLICY")
    assert(error.getMessageParameters.get("key") == key)
    assert(error.getMessageParameters.get("rule") == "validPolicy")
    assert(error.getMessageParameters.get("problem").contains(problem))
  }

  private def set(table: Path, key: String, value: String = "x"): Any =
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$key' = '$value')")

  private val slips = Seq(
    "deltaward.requiredClient" -> "deltaward.requiredClients",
    "deltaward.allowedfeatures" -> "deltaward.allowedFeatures",
    "DELTAWARD.allowedFeatures" -> "deltaward.allowedFeatures",
    "deltaward.rule.allowedFeature.mode" -> "deltaward.rule.allowedFeatures.mode",
    "spark.deltaward.allowedFeatures" -> "deltaward.allowedFeatures",
    " deltaward.allowedFeatures " -> "deltaward.allowedFeatures",
    "d\u0435ltaward.allowedFeatures" -> "deltaward.allowedFeatures"
  )

  test("a property that does not exist is refused by ALTER TABLE, and nothing is written") {
    val table = plainTable()
    slips.foreach { case (written, meant) =>
      unknown(refusalOf(set(table, written)), written, meant)
    }
    assert(refusalOf(set(table, "deltaward.policy")).getMessageParameters.get("hint").isEmpty)
    assert(versions(table) == 2)
  }

  private val slip = "deltaward.requiredClient"
  private val meant = "deltaward.requiredClients"

  test("a property that does not exist is refused by CREATE TABLE, its OPTIONS, and CTAS") {
    val at = named(temporaryTable())
    Seq(
      s"CREATE TABLE $at (id BIGINT) USING delta TBLPROPERTIES ('$slip' = 'trino read')",
      s"CREATE TABLE $at (id BIGINT) USING delta OPTIONS ('$slip' = 'trino read')",
      s"CREATE TABLE $at USING delta TBLPROPERTIES ('$slip' = 'trino read') AS SELECT 1 AS id"
    ).foreach(statement => unknown(refusalOf(sql(statement)), slip, meant))
  }

  test("a property that does not exist is refused by REPLACE TABLE") {
    sql("CREATE TABLE replaced_policy (id BIGINT) USING delta")
    try
      unknown(
        refusalOf(sql(
          s"REPLACE TABLE replaced_policy (id BIGINT) USING delta TBLPROPERTIES ('$slip' = 'x')"
        )),
        slip,
        meant
      )
    finally sql("DROP TABLE replaced_policy"): Unit
  }

  test("a property that does not exist is refused by the DeltaTable builder and by writeTo") {
    val table = temporaryTable()
    unknown(
      refusalOf {
        DeltaTable.createOrReplace(spark).location(table.toString).addColumn("id", "BIGINT")
          .property("DELTAWARD.allowedFeatures", "x")
          .execute()
      },
      "DELTAWARD.allowedFeatures",
      "deltaward.allowedFeatures"
    )
    unknown(
      refusalOf {
        spark.range(1).writeTo(named(table)).using("delta").tableProperty(slip, "x").create()
      },
      slip,
      meant
    )
  }

  /** Makes a table with a misspelt policy, as from before the rule or from another engine. */
  private def withSlip(): Path = unguardedPolicy(plainTable(s"'$slip' = 'trino read'"))

  private def unguardedPolicy[A](body: => A): A =
    withConf("spark.deltaward.rule.validPolicy.mode" -> "off")(body)

  test("a property that does not exist is refused by CLONE of a table that has it") {
    val source = withSlip()
    val target = temporaryTable()
    val clone = s"CREATE TABLE ${named(target)} SHALLOW CLONE ${named(source)}"
    unknown(refusalOf(sql(clone)), slip, meant)
  }

  test("RESTORE does not bring back a property that does not exist") {
    val table = withSlip()
    sql(s"ALTER TABLE ${named(table)} UNSET TBLPROPERTIES ('$slip')")
    sql(s"RESTORE TABLE ${named(table)} TO VERSION AS OF 1")
    assert(!sql(s"SHOW TBLPROPERTIES ${named(table)}").map(_.getString(0)).contains(slip))
  }

  test("what a table has already stops every change but the one that corrects it; rows may go in") {
    val table = withSlip()
    unknown(
      refusalOf(sql(s"ALTER TABLE ${named(table)} ADD COLUMNS (name STRING)")),
      slip,
      meant
    )
    sql(s"INSERT INTO ${named(table)} VALUES (3)")
    sql(s"ALTER TABLE ${named(table)} UNSET TBLPROPERTIES ('$slip')")
    sql(s"ALTER TABLE ${named(table)} ADD COLUMNS (name STRING)")
    assert(versions(table) == 5)
  }

  test(
    "an invalid policy from before stops every change but the one that corrects it"
  ) {
    val table = unguardedPolicy(withConf(Rule -> "off")(plainTable(s"'$meant' = 'trno read'")))
    invalid(refusalOf(set(table, "a", "b")), meant, "did you mean trino?")
    set(table, meant, "trino read")
    set(table, "a", "b")
    assert(versions(table) == 4)
  }

  test("a mode or a feature that does not exist is refused") {
    val table = plainTable()
    val mode = "deltaward.rule.requiredClients.mode"
    invalid(refusalOf(set(table, mode, "wran")), mode, "did you mean warn?")
    invalid(refusalOf(set(table, mode, "")), mode, "not one of off, warn, enforce")
    val features = "deltaward.allowedFeatures"
    invalid(
      refusalOf(set(table, features, "deletionVector")),
      features,
      "did you mean deletionVectors?"
    )
    assert(versions(table) == 2)
  }

  test("rows go into a table with identity columns, whose schema says how far they have come") {
    val table = temporaryTable()
    unguardedPolicy {
      DeltaTable.create(spark).location(table.toString)
        .addColumn(IdentityByApi.column("id"))
        .addColumn("v", "INT")
        .property(slip, "x")
        .execute(): Unit
    }
    sql(s"INSERT INTO ${named(table)} (v) VALUES (1)")
    sql(s"INSERT INTO ${named(table)} (v) VALUES (2)")
    assert(sql(s"SELECT id FROM ${named(table)}").map(_.getLong(0)).toSet.size == 2)
    unknown(
      refusalOf(sql(s"ALTER TABLE ${named(table)} ADD COLUMNS (name STRING)")),
      slip,
      meant
    )
  }

  test("an empty list of features allows none") {
    val table = plainTable("'deltaward.allowedFeatures' = ''")
    val error = refusalOf(set(table, "delta.enableDeletionVectors", "true"))
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    assert(error.getMessageParameters.get("allowed") == "nothing")
    withConf("spark.deltaward.allowedFeatures" -> "") {
      assert(
        refusalOf(plainTable("'delta.enableChangeDataFeed' = 'true'")).getCondition ==
          "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED"
      )
    }
  }

  test("a policy that could protect nothing is refused when it is set, whatever the rule's mode") {
    val table = plainTable()
    def refused(policy: String, problem: String): Assertion =
      invalid(refusalOf(set(table, meant, policy)), meant, problem)
    refused("fabric read+write", "No policy can require fabric")
    refused("synapse write", "A policy can require: synapse-serverless-sql read")
    refused("flink read+write", "the newest known")
    refused("deltalake[to_arrow] read", "it has rust, merge, delete, optimize, to_pyarrow")
    refused("", "it names no client")
    withConf(Rule -> "off")(refused("trno read", "did you mean trino?"))
    set(table, meant, "trino>=454 read+write, deltalake[rust] read")
    assert(versions(table) == 3)
  }

  test("to_pyarrow does not veto what rust reads") {
    val vectors = "'delta.enableDeletionVectors' = 'true'"
    def refused(policy: String): Boolean = {
      val table = plainTable(s"'$meant' = '$policy'")
      scala.util.Try(sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($vectors)")).isFailure
    }
    assert(refused("deltalake read") && refused("deltalake[to_pyarrow] read"))
    assert(!refused("deltalake[rust] read"))
  }

  private def writing(write: => Any): SparkThrowable = {
    val error = refusalOf(write)
    assert(error.getCondition == "DELTAWARD_INVALID_SETTING.PROPERTY_AS_OPTION")
    assert(error.getMessageParameters.get("property") == meant)
    error
  }

  test("a property that is given to a write as an option is refused: Delta would drop it") {
    val table = temporaryTable()
    val rows = spark.range(1).toDF("id")
    Seq(meant, slip, "DELTAWARD.requiredclients").foreach { option =>
      writing(rows.write.format("delta").option(option, "trino read").save(table.toString))
    }
    writing(rows.write.format("delta").option(meant, "trino read").saveAsTable("by_option"))
    writing(rows.writeTo("by_option").using("delta").option(meant, "trino read").createOrReplace())
    writing(rows.writeTo(named(plainTable())).option(meant, "trino read").append())
    val source = plainTable()
    writing {
      spark.readStream.format("delta").load(source.toString).writeStream.format("delta")
        .option(meant, "trino read")
        .option("checkpointLocation", temporaryDirectory().toString)
        .trigger(Trigger.AvailableNow)
        .start(table.toString)
        .awaitTermination()
    }
    assert(!table.getFileSystem(spark.sessionState.newHadoopConf()).exists(table))
  }

  test("a property in the OPTIONS of CREATE TABLE AS SELECT, or WITH an INSERT, is refused") {
    val table = plainTable()
    val options = s"('$meant' = 'trino read')"
    Seq(
      s"CREATE TABLE ${named(temporaryTable())} USING delta OPTIONS $options AS SELECT 1 AS id",
      s"CREATE OR REPLACE TABLE ${named(table)} USING delta OPTIONS $options AS SELECT 1 AS id",
      s"INSERT INTO ${named(table)} WITH $options VALUES (3)",
      s"INSERT OVERWRITE ${named(table)} WITH $options VALUES (3)"
    ).foreach(statement => writing(sql(statement)))
    assert(versions(table) == 2)
  }
}
