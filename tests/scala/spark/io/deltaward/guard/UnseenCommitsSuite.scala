package io.deltaward.guard

import java.util.concurrent.{Callable, ExecutionException, Executors}

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.streaming.Trigger

import io.deltaward.RunningDelta
import io.deltaward.commands.CommandTest
import org.apache.spark.sql.delta.deltaward.{CommitHook, ObserverOf, RawCommit}

/** Tests commits that bypass the places where a session with the extension sees a statement. */
class UnseenCommitsSuite extends CommandTest {

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    require(CommitHook.isIn(spark))
  }

  /** Runs `body` on a thread that has never seen any session. */
  private def onNewThread[A](body: => A): Try[A] = {
    val threads = Executors.newSingleThreadExecutor()
    val work: Callable[A] = () => {
      SparkSession.clearActiveSession()
      body
    }
    try Try(threads.submit(work).get()).recover { case e: ExecutionException => throw e.getCause }
    finally threads.shutdown()
  }

  private def isRefused(outcome: Try[Any], condition: String): Boolean =
    outcome.failed.toOption.exists {
      case e: org.apache.spark.SparkThrowable => e.getCondition == condition
      case _ => false
    }

  private val Invalid = "DELTAWARD_COMMIT_REFUSED.INVALID_PROTOCOL"

  test("a thread that has analysed no plan is guarded") {
    val table = temporaryTable()
    val outcome = onNewThread(RawCommit(spark, table, "deletionVectors"))
    assert(isRefused(outcome, Invalid), outcome)
    assert(!new java.io.File(new Path(table, "_delta_log/00000000000000000000.json").toUri).exists)
  }

  test("a thread without a session of its own has the settings of the default one") {
    val default = SparkSession.getDefaultSession.get
    val table = temporaryTable()
    val (feature, conf) = ("vacuumProtocolCheck", "spark.deltaward.allowedFeatures")
    default.conf.set(conf, "appendOnly")
    val outcome =
      try onNewThread(RawCommit.supporting(spark, table, feature))
      finally default.conf.unset(conf)
    assert(isRefused(outcome, "DELTAWARD_COMMIT_REFUSED.FEATURE_NOT_ALLOWED"), outcome)
    assert(onNewThread(RawCommit.supporting(spark, table, feature)).isSuccess)
  }

  test("an observer that a thread is given in the middle of a statement stands behind the guard") {
    val table = temporaryTable()
    val outcome = onNewThread(ObserverOf.another(RawCommit(spark, table, "deletionVectors")))
    assert(isRefused(outcome, Invalid), outcome)
  }

  test("an observer that advances itself leaves the guard where it was") {
    val table = temporaryTable()
    val outcome = onNewThread(ObserverOf.advancing(RawCommit(spark, table, "deletionVectors")))
    assert(isRefused(outcome, Invalid), outcome)
  }

  test("a session without the extension is not guarded, on any thread") {
    val plain = io.deltaward.DeltaSession.plain
    val outcome = onNewThread {
      SparkSession.setActiveSession(plain)
      RawCommit(spark, temporaryTable(), "deletionVectors")
    }
    assert(!isRefused(outcome, Invalid), outcome)
  }

  private def locked[A](body: => A): A = {
    val conf: SQLConf = spark.asInstanceOf[classic.SparkSession].sessionState.conf
    conf.setConfString("spark.deltaward.locked", "true")
    try body
    finally conf.unsetConf("spark.deltaward.locked")
  }

  private def byKernel[A](body: => A): A =
    withConf("spark.databricks.delta.v2.enableMode" -> "STRICT")(body)

  private val NotJudged = "DELTAWARD_COMMIT_NOT_JUDGED.KERNEL"

  private def table(): Path = {
    val path = temporaryTable()
    sql(s"CREATE TABLE ${named(path)} (id BIGINT) USING delta")
    path
  }

  private def streamInto(name: String): Unit = {
    val source = table()
    sql(s"INSERT INTO ${named(source)} VALUES (1)")
    spark.readStream.format("delta").load(source.toString).writeStream
      .option("checkpointLocation", temporaryDirectory().toString)
      .trigger(Trigger.AvailableNow())
      .toTable(name)
      .awaitTermination()
  }

  // Delta 4.0 cannot write by its Kernel.
  if (RunningDelta.isAtLeast("4.1")) {
    Seq[(String, String => Any)](
      "INSERT" -> (t => sql(s"INSERT INTO $t VALUES (1)")),
      "a DataFrame's append" -> (t => spark.range(3).toDF("id").writeTo(t).append()),
      "a stream" -> (t => streamInto(t))
    ).foreach { case (name, write) =>
      test(s"$name by Delta's Kernel is refused by name on a locked cluster") {
        val path = table()
        val outcome = locked(byKernel(Try(write(named(path)))))
        assert(isRefused(outcome, NotJudged), outcome)
        assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 1)
      }
    }

    test("an INSERT into several tables by Delta's Kernel is refused by name on a locked cluster") {
      val tables = Seq(table(), table())
      val inserts = tables.map(path => s"INSERT INTO ${named(path)} SELECT id")
      val both = s"FROM (SELECT id FROM range(3)) ${inserts.mkString(" ")}"
      val outcome = locked(byKernel(Try(sql(both))))
      assert(isRefused(outcome, NotJudged), outcome)
      tables.foreach(path => assert(sql(s"DESCRIBE HISTORY ${named(path)}").length == 1))
    }

    test("an INSERT by Delta's Kernel is told in the log where nothing is locked") {
      val path = table()
      val told = LoggedWarnings.record(CommitHook.getClass) {
        byKernel(sql(s"INSERT INTO ${named(path)} VALUES (1)"))
      }
      assert(told.exists(_.contains(NotJudged)), told)
    }
  }

  test("a read by Delta's Kernel is not a commit") {
    val path = table()
    locked(byKernel(assert(sql(s"SELECT * FROM ${named(path)}").isEmpty)))
  }

  test(
    "a custom transaction class is refused by name on a locked cluster, and logged on another"
  ) {
    val path = table()
    val refused = locked(Try(ObserverOf.ownTransaction(path)))
    assert(isRefused(refused, "DELTAWARD_COMMIT_NOT_JUDGED.TRANSACTION"), refused)
    val told = LoggedWarnings.record(CommitHook.getClass)(ObserverOf.ownTransaction(path))
    assert(told.exists(_.contains("DELTAWARD_COMMIT_NOT_JUDGED.TRANSACTION")), told)
  }
}
