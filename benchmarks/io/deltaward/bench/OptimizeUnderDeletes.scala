package io.deltaward.bench

import java.nio.file.Path
import java.util.concurrent.{Callable, CountDownLatch, Executors}

/**
 * OPTIMIZE over 100 files while another session deletes one row after another.
 *
 * @param optimized whether OPTIMIZE committed
 * @param deletes   number of deletes that committed
 * @param conflicts number of deletes that failed with a conflict
 */
final case class OptimizeUnderDeletes(optimized: Boolean, deletes: Int, conflicts: Int)

object OptimizeUnderDeletes {

  private val Files = 100
  private val Rows = 1000000L
  private val Deletes = 10

  /** OPTIMIZE starts with the second delete. */
  def run(optimizing: Side, deleting: Side, table: Path): OptimizeUnderDeletes = {
    Writers.table(optimizing, table, Rows, Files)
    val started = new CountDownLatch(2)
    val pool = Executors.newSingleThreadExecutor()
    val stream = pool.submit(new Callable[Seq[Boolean]] {
      override def call(): Seq[Boolean] = (0 until Deletes).map { i =>
        started.countDown()
        deleting.run(Writers.isDone(_, delete(table, i)))
      }
    })
    try {
      started.await()
      val optimized = optimizing.run(Writers.isDone(_, s"OPTIMIZE delta.`$table`"))
      val outcomes = stream.get()
      OptimizeUnderDeletes(optimized, outcomes.count(identity), outcomes.count(!_))
    } finally pool.shutdown()
  }

  /** Returns the `i`-th delete. It takes one row from each file in turn. */
  private def delete(table: Path, i: Int): String = {
    val perFile = Rows / Files
    s"DELETE FROM delta.`$table` WHERE k = ${(i % Files) * perFile + i / Files}"
  }
}
