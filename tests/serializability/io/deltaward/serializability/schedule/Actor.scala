package io.deltaward.serializability.schedule

import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.util.{Failure, Try}

import org.apache.spark.sql.{Row, SparkSession}

import org.apache.spark.sql.delta.deltaward.BeforeFirstAttempt

/**
 * A statement on a thread of its own that stops right before the first attempt of its first commit. The statement has
 * then read what it reads and made its actions, and holds no lock. Whatever it commits after that is not stopped again.
 */
final class Actor(session: SparkSession, statement: Statement) {

  private val stoppedOrEnded = new CountDownLatch(1)
  private val mayCommit = new CountDownLatch(1)
  private val hasEnded = new CountDownLatch(1)
  @volatile private var result: Try[Seq[Row]] = Failure(new IllegalStateException("not run"))

  private val thread = new Thread(
    () =>
      try {
        SparkSession.setActiveSession(session)
        result = Try(BeforeFirstAttempt.run(stop())(statement.run(session)))
      } finally {
        hasEnded.countDown()
        stoppedOrEnded.countDown()
      },
    s"actor: ${statement.text}"
  )
  thread.setDaemon(true)

  /** Runs to the commit, or to the end of a statement that commits nothing. */
  def start(): Unit = {
    thread.start()
    await(stoppedOrEnded, "neither reached its commit nor ended")
  }

  /** Lets it commit, and gives what the statement returned. */
  def release(): Try[Seq[Row]] = {
    mayCommit.countDown()
    await(hasEnded, "did not end after it was allowed to commit")
    result
  }

  /** Lets go of a statement whose schedule failed, so that its thread ends. */
  def abandon(): Unit = {
    mayCommit.countDown()
    if (thread.isAlive) thread.join(TimeUnit.SECONDS.toMillis(Actor.Seconds))
  }

  private def stop(): Unit = {
    stoppedOrEnded.countDown()
    await(mayCommit, "was never allowed to commit")
  }

  private def await(latch: CountDownLatch, complaint: String): Unit =
    if (!latch.await(Actor.Seconds, TimeUnit.SECONDS))
      throw new AssertionError(
        s"within ${Actor.Seconds} s, this $complaint: ${statement.text}\n" +
          thread.getStackTrace.mkString("  at ", "\n  at ", "")
      )
}

object Actor {

  /** After this long a schedule counts as stuck. */
  val Seconds: Long = 180
}
