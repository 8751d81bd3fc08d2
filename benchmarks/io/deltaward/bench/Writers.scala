package io.deltaward.bench

import java.nio.file.Path
import java.util.concurrent.{Callable, Executors}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.SparkSession

/** Result of concurrent writers: commits, attempts that failed with a conflict, and seconds. */
final case class Throughput(commits: Int, conflicts: Int, seconds: Double) {
  def perSecond: Double = commits / seconds
}

/**
 * Runs writers at the same time, each of which updates a key of its own again and again.
 *
 * @param sides one for each writer
 */
final class Writers(sides: Seq[Side], updates: Int) {

  /** Has every writer update the table that `table` gives for it. Retries at once after a conflict. */
  def run(table: Int => Path): Throughput = {
    val pool = Executors.newFixedThreadPool(sides.size)
    val start = System.nanoTime()
    val work = sides.indices.map { i =>
      new Callable[Int] { override def call(): Int = write(sides(i), table(i), i) }
    }
    try {
      val conflicts = pool.invokeAll(work.asJava).asScala.map(_.get()).sum
      Throughput(sides.size * updates, conflicts, (System.nanoTime() - start) / 1e9)
    } finally pool.shutdown()
  }

  private def write(side: Side, table: Path, key: Int): Int = (1 to updates).map { _ =>
    side.run(spark => Writers.conflictsUntilDone(spark, update(table, key)))
  }.sum

  private def update(table: Path, key: Int): String =
    s"UPDATE delta.`$table` SET v = v + 1 WHERE k = $key"
}

object Writers {

  def conflictsUntilDone(spark: SparkSession, statement: String): Int =
    Iterator.continually(isDone(spark, statement)).takeWhile(!_).length

  /** Returns false after one of Delta's conflicts. */
  def isDone(spark: SparkSession, statement: String): Boolean =
    try { spark.sql(statement).collect(); true }
    catch { case _: io.delta.exceptions.DeltaConcurrentModificationException => false }

  /** Creates a table with deletion vectors, in `files` files: `k` from 0, and `v` equal to it. */
  def table(side: Side, at: Path, rows: Long, files: Int): Path = {
    side.run { spark =>
      spark.sql(
        s"CREATE TABLE delta.`$at` (k BIGINT, v BIGINT) USING delta " +
          "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
      )
      spark.range(0, rows, 1, files).selectExpr("id AS k", "id AS v")
        .write.format("delta").mode("append").save(at.toString)
    }
    at
  }
}
