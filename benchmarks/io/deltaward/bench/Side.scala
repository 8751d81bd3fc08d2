package io.deltaward.bench

import java.util.concurrent.{Callable, Executors, ExecutorService, ThreadFactory}

import org.apache.spark.sql.SparkSession

import io.deltaward.NewSession

/**
 * One side of a comparison: a session with a thread of its own. The commit rules stay on every thread that has
 * analysed a plan in a session that has them.
 */
final class Side(val name: String, builder: SparkSession.Builder) {

  private val thread: ExecutorService = Executors.newSingleThreadExecutor(new ThreadFactory {
    override def newThread(body: Runnable): Thread = {
      val made = new Thread(body, name)
      made.setDaemon(true)
      made
    }
  })

  private lazy val session: SparkSession = NewSession.of(builder)

  def run[A](body: SparkSession => A): A =
    thread.submit(new Callable[A] { override def call(): A = body(session) }).get()

  /** Runs a statement to its last row, and returns the milliseconds that it took. */
  def time(statement: String): Double = run { spark =>
    val start = System.nanoTime()
    spark.sql(statement).collect()
    (System.nanoTime() - start) / 1e6
  }

  def stop(): Unit = thread.shutdown()
}
