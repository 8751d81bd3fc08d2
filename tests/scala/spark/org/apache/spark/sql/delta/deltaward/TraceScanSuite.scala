package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.atomic.AtomicInteger

import org.apache.hadoop.fs.Path
import org.apache.spark.scheduler.{SparkListener, SparkListenerJobStart}
import org.apache.spark.sql.delta.DeltaLog
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.{DeltaSession, RunningDelta}

/** Tests what `SHOW TABLE FEATURES` runs in Spark to learn which features are used. */
class TraceScanSuite extends AnyFunSuite with DeltaSession {

  private def table(properties: String*): Path = {
    val path = temporaryTable()
    val set = properties.map(key => s"'$key' = 'true'").mkString("TBLPROPERTIES (", ", ", ")")
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta $set")
    sql(s"INSERT INTO ${named(path)} SELECT /*+ COALESCE(1) */ id FROM range(3)")
    path
  }

  /** Returns the features that are used, and the number of jobs that it took. */
  private def used(path: Path, travel: String = ""): (Set[String], Int) = {
    val jobs = new AtomicInteger
    val listener = new SparkListener {
      override def onJobStart(start: SparkListenerJobStart): Unit = jobs.incrementAndGet(): Unit
    }
    DeltaLog.clearCache()
    spark.sparkContext.listenerBus.waitUntilEmpty()
    spark.sparkContext.addSparkListener(listener)
    try {
      val rows = sql(s"SHOW TABLE FEATURES ${named(path)} $travel")
      spark.sparkContext.listenerBus.waitUntilEmpty()
      (rows.filter(_.getAs[Any]("used") == true).map(_.getAs[String]("feature")).toSet, jobs.get)
    } finally spark.sparkContext.removeSparkListener(listener)
  }

  test("the features in use need no job if the checksum tells them") {
    RunningDelta.needsChecksums()
    val vectors = table("delta.enableDeletionVectors", "delta.enableChangeDataFeed")
    sql(s"UPDATE ${named(vectors)} SET id = 9 WHERE id = 1")
    assert(used(vectors) == ((Set("deletionVectors", "changeDataFeed"), 0)))
    assert(used(vectors, "VERSION AS OF 1") == ((Set("changeDataFeed"), 0)))
    assert(used(table("delta.appendOnly")) == ((Set("appendOnly"), 0)))
  }

  test("the features in use need one scan if only the state tells them") {
    val tracked = table("delta.enableRowTracking", "delta.enableDeletionVectors")
    val (features, jobs) = used(withoutChecksums(tracked))
    assert(features == Set("rowTracking", "domainMetadata") && jobs > 0)
    val (_, ofVectors) = used(withoutChecksums(table("delta.enableDeletionVectors")))
    assert(jobs == ofVectors)
  }
}
