package org.apache.spark.sql.delta.deltaward

import java.util.UUID
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.SparkSession
import org.apache.spark.util.ThreadUtils

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.OutOfTime

/**
 * Cancels Spark jobs that take too long.
 *
 * @param limit milliseconds from now, for everything that [[run]] runs
 */
final class Deadline(limit: Long) {

  private val end = System.nanoTime + TimeUnit.MILLISECONDS.toNanos(limit)

  /** Runs `body`, and cancels the jobs that it starts on this thread when the time is over. */
  def run[A](body: => Either[Unresolved, A]): Either[Unresolved, A] = {
    val left = leftOver
    if (left <= 0) Left(OutOfTime(limit)) else watched(left)(body)
  }

  private def leftOver: Long = end - System.nanoTime

  private def watched[A](nanos: Long)(body: => Either[Unresolved, A]): Either[Unresolved, A] = {
    val context = SparkSession.active.sparkContext
    val tag = s"deltaward-${UUID.randomUUID()}"
    val over = new AtomicBoolean
    val alarm = Deadline.timer.schedule(
      (() => {
        over.set(true)
        context.cancelJobsWithTag(tag)
      }): Runnable,
      nanos,
      TimeUnit.NANOSECONDS
    )
    context.addJobTag(tag)
    try {
      val result = body
      if (over.get || leftOver <= 0) Left(OutOfTime(limit)) else result
    } catch {
      case _: Exception if over.get => Left(OutOfTime(limit))
      case failure: Throwable =>
        // An interrupt ends the statement, but not the job that it waits for.
        context.cancelJobsWithTag(tag)
        throw failure
    } finally {
      context.removeJobTag(tag)
      alarm.cancel(false): Unit
    }
  }
}

object Deadline {
  private lazy val timer =
    ThreadUtils.newDaemonSingleThreadScheduledExecutor("deltaward-conflict-deadline")
}
