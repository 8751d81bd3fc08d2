package io.deltaward.guard

import java.util.concurrent.{Callable, Executors, ExecutorService, LinkedBlockingQueue}

import scala.jdk.CollectionConverters._

import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.api.java.function.VoidFunction2
import org.apache.spark.sql.{DataFrame, Dataset, Row, SparkSession}
import org.apache.spark.sql.streaming.Trigger
import org.scalatest.Assertion

import org.apache.spark.sql.delta.deltaward.{DropByApi, Once}

/** Tests statements that Delta runs as several commits, the last of which a rule refuses. */
class WholeStatementSuite extends PolicyTest {

  private val allowed = "deltaward.allowedFeatures"

  private def withVectors(policy: String): Path = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} USING delta TBLPROPERTIES " +
        s"('delta.enableDeletionVectors' = 'true', '$allowed' = '$policy') " +
        "AS SELECT id FROM range(0, 10, 1, 1)"
    )
    sql(s"DELETE FROM ${named(table)} WHERE id = 3")
    table
  }

  private def mapped(policy: String): Path = {
    val table = temporaryTable()
    sql(
      s"CREATE TABLE ${named(table)} USING delta TBLPROPERTIES " +
        s"('delta.columnMapping.mode' = 'name', '$allowed' = '$policy') AS SELECT 1 AS id"
    )
    table
  }

  private def refusedWhole(table: Path, feature: String)(body: => Any): Assertion = {
    val before = versions(table)
    val error = refusalOf(body)
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    assert(error.getMessageParameters.get("feature") == feature)
    assert(error.getMessageParameters.get("written") == "nothing was committed")
    assert(versions(table) == before)
  }

  test("row tracking is not half enabled where what comes with it is refused") {
    val table = plainTable(s"'$allowed' = 'rowTracking, domainMetadata'")
    refusedWhole(table, "deletionVectors") {
      sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES " +
          "('delta.enableRowTracking' = 'true', 'delta.enableDeletionVectors' = 'true')"
      )
    }
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableRowTracking' = 'true')")
    assert(sql(s"SELECT _metadata.row_id FROM ${named(table)}").length == 2)
  }

  test("row tracking is not half enabled if a policy or boundary with it is refused") {
    val table = plainTable("'delta.feature.checkpointProtection' = 'supported'")
    val boundary = "delta.requireCheckpointProtectionBeforeVersion"
    sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('$boundary' = '2')")
    val before = versions(table)
    Seq(
      "'deltaward.requiredClient' = 'trino read'" -> "UNKNOWN_PROPERTY",
      s"'$allowed' = 'nonsense'" -> "INVALID_POLICY",
      s"'$boundary' = '1'" -> "BOUNDARY_MOVED_BACK",
      s"'$boundary' = '1000'" -> "INVALID_BOUNDARY"
    ).foreach { case (other, condition) =>
      val error = refusalOf(sql(
        s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableRowTracking' = 'true', $other)"
      ))
      assert(error.getCondition == s"DELTAWARD_COMMIT_REFUSED.$condition")
      assert(error.getMessageParameters.get("written") == "nothing was committed")
      assert(versions(table) == before, other)
    }
  }

  test("files are not written anew without column mapping where what comes with it is refused") {
    val table = mapped("columnMapping")
    withConf("spark.databricks.delta.columnMapping.allowRemoval" -> "true") {
      refusedWhole(table, "deletionVectors") {
        sql(
          s"ALTER TABLE ${named(table)} SET TBLPROPERTIES " +
            "('delta.columnMapping.mode' = 'none', 'delta.enableDeletionVectors' = 'true')"
        )
      }
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'none')")
    }
  }

  test("a drop is not half done where the protection of its history is refused") {
    val table = withVectors("deletionVectors")
    val drops = Seq[() => Any](
      () => sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors"),
      () => DropByApi(DeltaTable.forPath(spark, table.toString), "deletionVectors")
    )
    drops.foreach(drop => refusedWhole(table, "checkpointProtection")(drop()))
    sql(s"CREATE TABLE half_dropped USING delta LOCATION '$table'")
    refusedWhole(table, "checkpointProtection") {
      sql("ALTER TABLE half_dropped DROP FEATURE deletionVectors")
    }
    sql("DROP TABLE half_dropped")
  }

  test(
    "a drop that the rules let through is done, and one that Delta refuses is Delta's to refuse"
  ) {
    val table = withVectors("deletionVectors, checkpointProtection")
    sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors")
    assert(one(s"DESCRIBE PROTOCOL ${named(table)}")("writerFeatures").toString
      .contains("checkpointProtection"))
    val gone = failure(sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors"))
    assert(gone.getCondition == "DELTA_FEATURE_DROP_FEATURE_NOT_PRESENT")
    val unknown = failure(sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVector"))
    assert(unknown.getCondition == "DELTA_FEATURE_DROP_UNSUPPORTED_CLIENT_FEATURE")
  }

  test("what the rules only warn of goes through to its end") {
    val table = withVectors("deletionVectors")
    withConf("spark.deltaward.rule.allowedFeatures.mode" -> "warn") {
      sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors")
    }
    val off = withVectors("deletionVectors")
    withConf("spark.deltaward.enabled" -> "false") {
      sql(s"ALTER TABLE ${named(off)} DROP FEATURE deletionVectors")
    }
  }

  test("a refusal that nobody could foresee names the versions that the statement had written") {
    val table = withVectors("deletionVectors, checkpointProtection")
    sql(s"ALTER TABLE ${named(table)} UNSET TBLPROPERTIES ('$allowed')")
    val before = versions(table)
    val error = withConf(s"spark.$allowed" -> "deletionVectors, checkpointProtection") {
      Once.afterCommit(spark.conf.set(s"spark.$allowed", "")) {
        refusalOf(sql(s"ALTER TABLE ${named(table)} DROP FEATURE deletionVectors"))
      }
    }
    assert(error.getCondition == "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED")
    val last = versions(table) - 1
    assert(last > before)
    assert(error.getMessageParameters.get("written") ==
      s"the statement already wrote versions $before to $last, which remain")
  }

  test(
    "a statement does not report versions that others wrote in its micro-batch or on its thread"
  ) {
    val (source, table) = (plainTable(), plainTable(s"'$allowed' = 'appendOnly'"))
    def refused(): String = refusalOf {
      sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    }.getMessageParameters.get("written")
    val written = new LinkedBlockingQueue[String]
    val threads = new LinkedBlockingQueue[ExecutorService]
    def batch(rows: DataFrame): Unit = {
      def append(): Unit = rows.write.format("delta").mode("append").save(table.toString)
      append()
      written.add(refused())
      val own = Executors.newSingleThreadExecutor()
      own.submit((() => append()): Runnable).get()
      threads.add(own): Unit
    }
    spark.readStream.format("delta").load(source.toString).writeStream
      .foreachBatch(new VoidFunction2[Dataset[Row], java.lang.Long] {
        override def call(rows: Dataset[Row], id: java.lang.Long): Unit = batch(rows)
      })
      .trigger(Trigger.AvailableNow())
      .start()
      .awaitTermination()
    val kept = threads.take()
    val later: Callable[String] = () => {
      SparkSession.setActiveSession(spark)
      refused()
    }
    try written.add(kept.submit(later).get()): Unit
    finally kept.shutdown()
    assert(written.asScala.toSeq == Seq("nothing was committed", "nothing was committed"))
  }
}
