package io.deltaward.concurrency

import java.util.concurrent.{Callable, Executors}

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Try}

import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive
import io.deltaward.conf.DeltawardConf

/**
 * Runs parallel models of one job on a table. Each appends, replaces its own period by a delete and an insert, and
 * sets a property. One of them compacts.
 */
class MicrobatchStressSuite extends ConflictTest {

  private val Threads = 8
  private val Batches = 4

  private val Rows = Seq(
    "CREATE TABLE t (period INT, id INT, batch INT) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    s"INSERT INTO t SELECT /*+ COALESCE(1) */ id % $Threads, id, 0 FROM range(0, 800)"
  )

  private def batch(thread: Int, i: Int): Seq[String] = Seq(
    s"INSERT INTO t VALUES (${100 + thread}, $i, $i)",
    s"DELETE FROM t WHERE period = $thread",
    s"INSERT INTO t SELECT $thread, id, $i FROM range(0, 50)",
    s"ALTER TABLE t SET TBLPROPERTIES ('batch.of.$thread' = '$i')"
  ) ++ Option.when(thread == 0)("OPTIMIZE t")

  /** Runs all models, and returns the exceptions of their statements. */
  private def run(path: Path): Seq[Throwable] = {
    val pool = Executors.newFixedThreadPool(Threads)
    def task(thread: Int): Callable[Seq[Throwable]] = () =>
      for {
        i <- 1 to Batches
        statement <- batch(thread, i)
        Failure(error) <- Seq(Try(run(path, statement)))
      } yield error
    try pool.invokeAll((0 until Threads).map(task).asJava).asScala.flatMap(_.get).toSeq
    finally pool.shutdownNow(): Unit
  }

  Seq("Serializable", "WriteSerializable").foreach { level =>
    test(s"eight threads of a job do not fail each other, under $level", Exhaustive) {
      val plain = withConf(DeltawardConf.ENABLED.key -> "false")(
        run(copyOf(made(Rows, "Serializable")))
      )
      val path = copyOf(made(Rows, level))
      val failed = withConf(DeltawardConf.METADATA_ENABLED.key -> "true")(run(path))
      val statements = Threads * Batches * 4 + Batches
      info(s"of $statements statements, ${failed.size} fail; with Delta alone ${plain.size}")
      assert(failed.isEmpty, failed.map(_.getMessage).mkString("\n"))
      val expected = (0 until Threads).flatMap { thread =>
        (1 to Batches).map(i => s"[${100 + thread},$i,$i]") ++
          (0 until 50).map(id => s"[$thread,$id,$Batches]")
      }
      assert(content(path) == expected.sorted)
      (0 until Threads).foreach { thread =>
        val value = sql(s"SHOW TBLPROPERTIES ${named(path)} ('batch.of.$thread')").head.getString(1)
        assert(value == Batches.toString)
      }
    }
  }
}
