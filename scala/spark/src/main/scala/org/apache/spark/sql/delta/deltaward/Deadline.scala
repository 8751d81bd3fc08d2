package org.apache.spark.sql.delta.deltaward

import java.util.UUID
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.SparkSession
import org.apache.spark.util.ThreadUtils

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.OutOfTime

/** Gives up Spark jobs that take too long. */
object Deadline {

  private lazy val timer =
    ThreadUtils.newDaemonSingleThreadScheduledExecutor("deltaward-conflict-deadline")

  /** The jobs that `body` starts on this thread are cancelled after so many milliseconds. */
  def within[A](millis: Long)(body: => Either[Unresolved, A]): Either[Unresolved, A] = {
    val context = SparkSession.active.sparkContext
    val tag = s"deltaward-${UUID.randomUUID()}"
    val over = new AtomicBoolean
    val alarm = timer.schedule(
      (() => {
        over.set(true)
        context.cancelJobsWithTag(tag)
      }): Runnable,
      millis,
      TimeUnit.MILLISECONDS
    )
    context.addJobTag(tag)
    try {
      val result = body
      if (over.get) Left(OutOfTime(millis)) else result
    } catch { case _: Exception if over.get => Left(OutOfTime(millis)) }
    finally {
      context.removeJobTag(tag)
      alarm.cancel(false): Unit
    }
  }
}
