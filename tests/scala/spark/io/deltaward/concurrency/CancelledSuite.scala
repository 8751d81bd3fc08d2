package io.deltaward.concurrency

import scala.concurrent.{Await, Future, Promise}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.util.Try

import org.apache.spark.SparkThrowable
import org.apache.spark.scheduler.{
  JobSucceeded,
  SparkListener,
  SparkListenerJobEnd,
  SparkListenerJobStart
}

import io.deltaward.errors.Cancelled
import io.deltaward.storage.HoldingFileSystem
import io.deltaward.storage.HoldingFileSystem.{hold, holding, release}
import org.apache.spark.sql.delta.deltaward.Once

/** Tests statements that end while rows are compared for them. */
class CancelledSuite extends ConflictTest {

  private val loser = "UPDATE t SET x = 0 WHERE id % 7 = 3"

  /** Runs the losing statement on another thread, and ends it when it reads the winning commit's rows. */
  private def ended(end: Thread => Unit): Try[Unit] = {
    val path = holding(copyOf(made(TenRows, "Serializable")))
    val running = Promise[(Thread, HoldingFileSystem.Hold)]()
    val outcome = Future {
      spark.sparkContext.setJobGroup("loser", "")
      try
        Once.beforeAttempt {
          elsewhere(run(path, "INSERT INTO t SELECT id, 5, 'w' FROM VALUES (50), (57) AS v(id)"))
          running.success((Thread.currentThread, hold())): Unit
        }(Try(run(path, loser)))
      finally spark.sparkContext.clearJobGroup()
    }
    try {
      val reached = running.future.flatMap { case (thread, hold) => hold.reached.map(_ => thread) }
      val first = Await.result(Future.firstCompletedOf(Seq(reached, outcome)), 2.minutes)
      first match {
        case thread: Thread => end(thread)
        case early => fail(s"it ended before it read the row: $early")
      }
      Await.result(outcome, 2.minutes)
    } finally release()
  }

  private def isCancel(error: Throwable): Boolean =
    Iterator.iterate(error)(_.getCause).takeWhile(_ != null).exists {
      case told: SparkThrowable => Cancelled.is(told)
      case _ => false
    }

  test(
    "a statement that is cancelled while its conflict is resolved does not fail with a conflict"
  ) {
    val outcome = ended(_ => spark.sparkContext.cancelJobGroup("loser"))
    assert(outcome.failed.toOption.exists(isCancel), outcome)
    val conflicts =
      outcome.failed.toOption.toSeq.flatMap(Iterator.iterate(_)(_.getCause).takeWhile(_ != null))
    assert(!conflicts.exists(_.getClass.getName.startsWith("io.delta.exceptions.")))
  }

  test("the job that compares rows ends with a statement that is interrupted") {
    val failed = new java.util.concurrent.LinkedBlockingQueue[String]
    val jobs = new java.util.concurrent.ConcurrentHashMap[Int, Boolean]
    val listener = new SparkListener {
      override def onJobStart(start: SparkListenerJobStart): Unit =
        if (String.valueOf(start.properties.getProperty("spark.job.tags")).contains("deltaward-"))
          jobs.put(start.jobId, true): Unit
      override def onJobEnd(end: SparkListenerJobEnd): Unit = end.jobResult match {
        case JobSucceeded => ()
        case why => if (jobs.containsKey(end.jobId)) failed.add(why.toString): Unit
      }
    }
    spark.sparkContext.addSparkListener(listener)
    try {
      val outcome = Try(ended(_.interrupt()))
      assert(outcome.isFailure || outcome.get.isFailure)
      val why = failed.poll(1, java.util.concurrent.TimeUnit.MINUTES)
      assert(Option(why).exists(_.contains("cancelled")), outcome)
    } finally spark.sparkContext.removeSparkListener(listener)
  }
}
