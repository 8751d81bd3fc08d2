package io.deltaward.concurrency

import java.util.concurrent.{Callable, Executors, TimeUnit}
import java.util.concurrent.atomic.AtomicBoolean

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Try}

import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive

/** Runs writers of MERGE of every shape at the same time, each with its own keys, while another one inserts. */
class MergeStressSuite extends ConflictTest {

  private val Writers = 8
  private val Rounds = 13

  private val Rows = Seq(
    "CREATE TABLE t (id BIGINT, x INT, s STRING) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 0, 'a' FROM range(0, 800)"
  )

  /** Each adds 1 to `x` of the row that it matches, and changes no other writer's rows. */
  private val shapes: Seq[(Int, Int) => String] = {
    def using(keys: Int*): String =
      s"MERGE INTO t AS t USING (SELECT CAST(k AS BIGINT) AS k FROM VALUES " +
        s"${keys.mkString(", ")} AS v(k)) s ON t.id = s.k "
    val update = "WHEN MATCHED THEN UPDATE SET x = t.x + 1 "
    val some = "WHEN MATCHED AND t.s = 'a' THEN UPDATE SET x = t.x + 1 "
    def insert(writer: Int): String =
      s"WHEN NOT MATCHED THEN INSERT (id, x, s) VALUES (s.k, 1, 'w$writer') "
    def bySource(writer: Int): String =
      s"WHEN NOT MATCHED BY SOURCE AND t.s = 'w$writer' THEN DELETE"
    Seq(
      (_, k) => using(k) + update,
      (_, k) => using(k) + some,
      (w, k) => using(k, k + 800000) + update + insert(w),
      (w, k) => using(k, k + 1600000) + some + insert(w),
      (w, k) => using(k) + update + bySource(w),
      (w, k) => using(k, k + 2400000) + some + insert(w) + bySource(w)
    )
  }

  // Under WriteSerializable, the inserts cannot conflict.
  test("of eight writers, at most one in a hundred conflicts, under Serializable", Exhaustive) {
    val path = copyOf(made(Rows, "Serializable"))
    val pool = Executors.newFixedThreadPool(Writers + 1)
    val over = new AtomicBoolean
    try {
      val inserts = pool.submit(() => insertUntil(path, over))
      val outcomes = pool.invokeAll((0 until Writers).map(writing(path, _)).asJava).asScala
        .flatMap(_.get).toSeq
      over.set(true)
      val inserted = inserts.get(1, TimeUnit.MINUTES)
      val failed = outcomes.collect { case Failure(error) => error }
      info(s"${failed.size} of ${outcomes.size} conflict, while $inserted rows come")
      assert(failed.size * 100 <= outcomes.size, failed.map(_.getMessage).mkString("\n"))
      val sums =
        sql(s"SELECT sum(x) FROM ${named(path)} WHERE id BETWEEN 0 AND 799").head.getLong(0)
      assert(sums == outcomes.count(_.isSuccess))
      val others = sql(s"SELECT count(*) FROM ${named(path)} WHERE id < 0").head.getLong(0)
      assert(inserted > 0 && others == inserted)
    } finally pool.shutdownNow(): Unit
  }

  private def writing(path: Path, writer: Int): Callable[Seq[Try[Unit]]] = () =>
    (0 until Rounds).map(round =>
      Try(run(path, shapes((writer + round) % shapes.size)(writer, round * Writers + writer)))
    )

  private def insertUntil(path: Path, over: AtomicBoolean): Long =
    Iterator.from(1).takeWhile(_ => !over.get).map { i =>
      run(path, s"INSERT INTO t VALUES (-$i, 0, 'b')")
    }.size.toLong
}
