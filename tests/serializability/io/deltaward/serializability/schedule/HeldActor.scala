package io.deltaward.serializability.schedule

import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.util.{Failure, Try}

import org.apache.spark.sql.{Row, SparkSession}

import org.apache.spark.sql.delta.deltaward.Once

/**
 * A statement on a thread of its own that stops right before the first attempt of its first commit. The statement has
 * then read what it reads and made its actions, and holds no lock. Whatever it commits after that is not stopped again.
 */
final class HeldActor(session: SparkSession, statement: Statement) extends Actor {

  private val stoppedOrEnded = new CountDownLatch(1)
  private val mayCommit = new CountDownLatch(1)
  private val hasEnded = new CountDownLatch(1)
  @volatile private var result: Try[Seq[Row]] = Failure(new IllegalStateException("not run"))

  private val thread = new Thread(
    () =>
      try {
        SparkSession.setActiveSession(session)
        result = Try(statement.run(session)(Once.beforeAttempt(stop())(_)))
      } finally {
        hasEnded.countDown()
        stoppedOrEnded.countDown()
      },
    s"actor: ${statement.text}"
  )
  thread.setDaemon(true)

  override def start(): Unit = {
    thread.start()
    await(stoppedOrEnded, "neither reached its commit nor ended")
  }

  override def release(): Try[Option[Long]] = {
    mayCommit.countDown()
    await(hasEnded, "did not end after it was allowed to commit")
    result.map(_.headOption.flatMap(affected))
  }

  /** Its thread ends. */
  override def abandon(): Unit = {
    mayCommit.countDown()
    if (thread.isAlive) thread.join(TimeUnit.SECONDS.toMillis(Actor.Seconds))
  }

  private def affected(row: Row): Option[Long] =
    Option(row.schema)
      .filter(_.fieldNames.contains("num_affected_rows"))
      .map(_ => row.getAs[Long]("num_affected_rows"))
      .filter(_ >= 0)

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
