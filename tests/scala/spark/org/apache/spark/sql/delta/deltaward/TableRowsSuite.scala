package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.atomic.AtomicLong

import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession

class TableRowsSuite extends AnyFunSuite with DeltaSession {

  /** Makes a table whose rows are the same in every value. */
  private def twins(count: Long): Snapshot = {
    val path = temporaryTable()
    spark.range(count).selectExpr("1L AS id", "'a' AS s").coalesce(1)
      .write.format("delta").option("delta.enableDeletionVectors", "true").save(path.toString)
    DeltaLog.forTable(spark, path).update()
  }

  private def resultBytes(body: => Any): Long = {
    val bytes = new AtomicLong
    val listener = new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
        bytes.addAndGet(end.taskMetrics.resultSize): Unit
    }
    spark.sparkContext.addSparkListener(listener)
    try {
      val _ = body
      spark.sparkContext.listenerBus.waitUntilEmpty()
    } finally spark.sparkContext.removeSparkListener(listener)
    bytes.get
  }

  test("of rows that are the same only as many come to the driver as are wanted") {
    val snapshot = twins(20000L)
    val rows = new TableRows(snapshot, new DeletionVectorFiles(snapshot.deltaLog))
    val files = snapshot.allFiles.collect().toSeq
    val image = rows.images(files, Map.empty)
    assert(image.values.toSeq == Seq(20000L))
    val all = resultBytes(assert(rows.find(files, image).values.flatten.size == 20000))
    val wanted = image.view.mapValues(_ => 3L).toMap
    val few = resultBytes(assert(rows.find(files, wanted).values.flatten.size == 3))
    assert(few < all / 10, s"$few bytes for 3 rows, $all for 20000")
  }

  test("a file with fewer rows than it says is not read as if it were whole") {
    val snapshot = twins(10L)
    val rows = new TableRows(snapshot, new DeletionVectorFiles(snapshot.deltaLog))
    val files = snapshot.allFiles.collect().toSeq
    assert(rows.count(files, Literal.TrueLiteral) == 10)
    val more =
      files.map(f => f.copy(stats = f.stats.replace("\"numRecords\":10", "\"numRecords\":11")))
    intercept[IncompleteRead](rows.count(more, Literal.FalseLiteral))
    val id = snapshot.schema.fieldNames.indexOf("id")
    val column = spark.read.format("delta").load(snapshot.path.getParent.toString)
      .queryExecution.analyzed.output(id)
    assert(rows.values(files, column, 1).map(_.size).contains(1))
    intercept[IncompleteRead](rows.values(more, column, 1))
  }
}
