package io.deltaward.bench

import java.nio.file.Path
import java.util.concurrent.{Callable, Executors}
import java.util.concurrent.atomic.AtomicBoolean

/**
 * OPTIMIZE over 100 files while another session deletes a row after the other.
 *
 * @param optimized whether it committed
 * @param deletes   how many rows went while it ran
 * @param conflicts how many deletes failed with a conflict
 */
final case class OptimizeUnderDeletes(optimized: Boolean, deletes: Int, conflicts: Int)

object OptimizeUnderDeletes {

  private val Files = 100
  private val Rows = 10000L

  def run(optimizing: Side, deleting: Side, table: Path): OptimizeUnderDeletes = {
    Writers.table(optimizing, table, Rows, Files)
    val over = new AtomicBoolean
    val pool = Executors.newSingleThreadExecutor()
    val stream = pool.submit(new Callable[Seq[Boolean]] {
      override def call(): Seq[Boolean] = LazyList
        .from(0)
        .takeWhile(_ => !over.get)
        .map(i => deleting.run(Writers.isDone(_, delete(table, i))))
        .toVector
    })
    try {
      val optimized = optimizing.run(Writers.isDone(_, s"OPTIMIZE delta.`$table`"))
      over.set(true)
      val outcomes = stream.get()
      OptimizeUnderDeletes(optimized, outcomes.count(identity), outcomes.count(!_))
    } finally {
      over.set(true)
      pool.shutdown()
    }
  }

  /** One row of a file after the other. */
  private def delete(table: Path, i: Int): String = {
    val perFile = Rows / Files
    s"DELETE FROM delta.`$table` WHERE k = ${(i % Files) * perFile + i / Files}"
  }
}
