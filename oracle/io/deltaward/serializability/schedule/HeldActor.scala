package io.deltaward.serializability.schedule

import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.util.{Failure, Try}

import org.apache.spark.sql.{Row, SparkSession}

import org.apache.spark.sql.delta.deltaward.Once

/**
 * Runs a statement on its own thread, and stops it right before the first attempt of its first commit. By then it has
 * read what it reads and made its actions, and it holds no lock.
 *
 * It can also stop before its first transaction, analysed but without having read, and before its second attempt,
 * after losing to another commit. Later commits are not stopped.
 */
final class HeldActor(session: SparkSession, statement: Statement) extends Actor {

  private val analysed = new Gate
  private val made = new Gate
  private val lost = new Gate
  private val hasEnded = new CountDownLatch(1)
  @volatile private var result: Try[Seq[Row]] = Failure(new IllegalStateException("not run"))

  private val thread = new Thread(
    () =>
      try {
        SparkSession.setActiveSession(session)
        result =
          Try(statement.run(session)(
            Once.beforeStartAndAttempts(analysed.stop(), made.stop(), lost.stop())(_)
          ))
      } finally Seq(hasEnded, analysed.reached, made.reached, lost.reached).foreach(_.countDown()),
    s"actor: ${statement.text}"
  )
  thread.setDaemon(true)

  override def analyse(): Unit = {
    thread.start()
    await(analysed.reached, "neither began a transaction nor ended")
  }

  override def start(): Unit = {
    analysed.open()
    if (thread.getState == Thread.State.NEW) thread.start()
    await(made.reached, "neither reached its commit nor ended")
  }

  override def attempt(): Unit = {
    made.open()
    await(lost.reached, "neither lost its first attempt nor ended")
  }

  override def release(): Try[Option[Long]] = {
    Seq(made, lost).foreach(_.open())
    await(hasEnded, "did not end after it was allowed to commit")
    result.map(_.headOption.flatMap(affected))
  }

  /** Opens all gates, and waits for the thread to end. */
  override def abandon(): Unit = {
    Seq(analysed, made, lost).foreach(_.open())
    if (thread.isAlive) thread.join(TimeUnit.SECONDS.toMillis(Actor.Seconds))
  }

  private def affected(row: Row): Option[Long] =
    Option(row.schema)
      .filter(_.fieldNames.contains("num_affected_rows"))
      .map(_ => row.getAs[Long]("num_affected_rows"))
      .filter(_ >= 0)

  /** A point where the statement waits until it is told to go on. */
  final private class Gate {
    val reached = new CountDownLatch(1)
    private val opened = new CountDownLatch(1)

    def open(): Unit = opened.countDown()

    def stop(): Unit = {
      reached.countDown()
      await(opened, "was never told to go on")
    }
  }

  private def await(latch: CountDownLatch, complaint: String): Unit =
    if (!latch.await(Actor.Seconds, TimeUnit.SECONDS))
      throw new AssertionError(
        s"within ${Actor.Seconds} s, this $complaint: ${statement.text}\n" +
          thread.getStackTrace.mkString("  at ", "\n  at ", "")
      )
}
