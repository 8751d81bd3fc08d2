package io.deltaward.concurrency

import java.util.concurrent.{Callable, CyclicBarrier, Executors}

import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.hadoop.fs.{FileUtil, Path}
import org.scalatest.Assertion

import io.deltaward.{Exhaustive, Retrying}
import io.deltaward.errors.{CommitRefusedException, ExplainedConflict}
import io.deltaward.storage.CommitFault.foundByRetry
import io.deltaward.storage.FaultyFileSystem.{faulty, withFault}
import org.apache.spark.sql.delta.deltaward.Once

/**
 * Tests that the commits of a block with [[Retrying]] take effect once. test_retrying.py tests what Python has
 * alike.
 */
class RetryingSuite extends ConflictTest {

  private val Add = "UPDATE t SET x = x + 1 WHERE id = 1"
  private val AddElsewhere = "UPDATE t SET x = x + 10 WHERE id = 1"

  private class Block(path: Path) {
    var runs = 0

    /** Runs the block. In its first run, its last statement meets another commit. */
    def run(before: => Unit): Try[Unit] = Try(Retrying(spark, maxDelay = 1.milli) {
      runs += 1
      before
      if (runs > 1) add()
      else Once.beforeAttempt(anotherJob(RetryingSuite.this.run(path, AddElsewhere)))(add())
    })

    /** Runs `body` on another thread, without the tags that the thread inherits. */
    private def anotherJob(body: => Unit): Unit = elsewhere {
      spark.sparkContext.clearJobTags()
      body
    }

    private def add(): Unit = RetryingSuite.this.run(path, Add)
  }

  private def refusal(outcome: Try[Unit]): String = outcome.failed.get match {
    case refused: CommitRefusedException => refused.getCondition
    case other => throw other
  }

  private def table(): Path = copyOf(made(TenRows, "Serializable"))

  test("a block is run again after a conflict, and works on what the other commit made") {
    val path = table()
    val block = new Block(path)
    block.run(()).get
    assert(block.runs == 2 && content(path).contains("[1,12,a]"))
  }

  test("the next run reads the winning commit, even if the session may read stale data") {
    val path = table()
    val files = path.getFileSystem(spark.sessionState.newHadoopConf())
    def filesOf(directory: Path) = files.listStatus(directory).filter(_.isFile).map(_.getPath)
    // Another application's commit. The session learns of it only when it loses to it.
    val other = copyOf(path)
    run(other, AddElsewhere)
    def arrive(): Unit = Seq(path, new Path(path, "_delta_log")).foreach { directory =>
      val from = if (directory == path) other else new Path(other, "_delta_log")
      filesOf(from).map(file => file -> new Path(directory, file.getName))
        .filterNot { case (_, to) => files.exists(to) }
        .foreach { case (file, to) => FileUtil.copy(files, file, files, to, false, files.getConf) }
    }
    withConf("spark.databricks.delta.stalenessLimit" -> "1h") {
      var runs = 0
      Retrying(spark, maxDelay = 1.milli) {
        runs += 1
        val x = sql(s"SELECT x FROM ${named(path)} WHERE id = 1").head.getInt(0)
        val set = s"UPDATE t SET x = ${x + 1} WHERE id = 1"
        if (runs > 1) run(path, set) else Once.beforeAttempt(arrive())(run(path, set))
      }
      assert(runs == 2)
    }
    assert(content(path).contains("[1,12,a]"))
  }

  test("it returns the block's value, or throws the conflict after the last run") {
    assert(Retrying(spark)(7) == 7)
    val path = table()
    val conflict = intercept[Throwable](Retrying(spark, maxAttempts = 1) {
      race(path, Add)(run(path, AddElsewhere)).get
    })
    assert(conflict.isInstanceOf[ExplainedConflict])
    intercept[IllegalArgumentException](Retrying(spark, maxAttempts = 0)(()))
    intercept[IllegalArgumentException](Retrying(spark, maxDelay = -1.second)(()))
  }

  Seq(
    "an INSERT" -> "INSERT INTO TABLE t VALUES (99, 1, 'b')",
    "an OPTIMIZE, which commits in threads of its own" -> "OPTIMIZE t",
    "a RESTORE, which commits in a way of its own" -> "RESTORE TABLE t TO VERSION AS OF 1",
    "a property" -> "ALTER TABLE t SET TBLPROPERTIES ('a' = 'b')"
  ).foreach { case (kind, statement) =>
    test(s"$kind before the conflict is not done again") {
      val (path, other) = (table(), table())
      run(other, "INSERT INTO TABLE t VALUES (98, 1, 'b')")
      val block = new Block(path)
      val outcome = block.run(run(other, statement))
      assert(refusal(outcome) == "DELTAWARD_BLOCK_NOT_REPEATABLE.HAS_COMMITTED")
      assert(block.runs == 2)
      val inserted = content(other).count(_.startsWith("[99,"))
      assert(inserted == (if (statement.startsWith("INSERT")) 1 else 0))
    }
  }

  test("a commit whose answer is lost is not made again") {
    val path = table()
    var runs = 0
    val thrown = intercept[Throwable](withFault(foundByRetry(2))(Retrying(spark) {
      runs += 1
      run(faulty(path), Add)
    }))
    assert(thrown.isInstanceOf[ExplainedConflict] && runs == 1)
    assert(content(path).contains("[1,2,a]"))
  }

  test("a commit whose answer is lost is not made again after a later conflict") {
    val path = table()
    val lost = table()
    val block = new Block(path)
    val outcome = block.run(
      if (block.runs == 1) withFault(foundByRetry(2))(Try(run(faulty(lost), Add))): Unit
      else run(lost, Add)
    )
    assert(refusal(outcome) == "DELTAWARD_BLOCK_NOT_REPEATABLE.HAS_COMMITTED")
    assert(content(lost).contains("[1,2,a]"))
  }

  test("threads that keep the tag of a run commit nothing in the next, and are free after it") {
    val (path, other) = (table(), table())
    val pool = Executors.newSingleThreadExecutor()
    def inPool(body: => Unit): Unit = pool.submit[Unit](() => body).get
    val block = new Block(path)
    try {
      val outcome = block.run(inPool(run(other, "INSERT INTO TABLE t VALUES (99, 1, 'b')")))
      val refused = Iterator.iterate(outcome.failed.get)(_.getCause).takeWhile(_ != null)
        .collectFirst { case error: CommitRefusedException => error.getCondition }
      assert(refused.contains("DELTAWARD_BLOCK_NOT_REPEATABLE.GIVEN_UP"))
      inPool(run(other, "INSERT INTO TABLE t VALUES (100, 1, 'b')"))
      assert(content(other).count(row => row.startsWith("[99,") || row.startsWith("[100,")) == 2)
    } finally pool.shutdown()
  }

  private def countsAll(writers: Int): Assertion = {
    val path = table()
    val pool = Executors.newFixedThreadPool(writers)
    val together = new CyclicBarrier(writers)
    val jobs = (0 until writers).map(writer =>
      new Callable[Unit] {
        override def call(): Unit = {
          together.await()
          Retrying(spark, maxAttempts = 1000, maxDelay = 2.seconds) {
            run(path, s"UPDATE t SET x = x + 1 WHERE id = ${writer % 10 + 1}")
          }
        }
      }
    )
    try pool.invokeAll(jobs.asJava).asScala.foreach(_.get)
    finally pool.shutdown()
    val sums = sql(s"SELECT sum(x) - sum(id), count(*) FROM ${named(path)}").head
    assert(sums.getLong(0) == writers && sums.getLong(1) == 10)
  }

  test("every update of 8 writers of the same rows is counted once")(countsAll(8))

  test("every update of 64 writers of the same 10 rows is counted once", Exhaustive)(countsAll(64))
}
