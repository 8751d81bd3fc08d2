package io.deltaward.bench

import java.util.concurrent.ConcurrentLinkedQueue

import scala.jdk.CollectionConverters._

import io.deltaward.concurrency.resolve.{ConflictResolution, Resolver}
import org.apache.spark.sql.delta.deltaward.ReplacedResolver

object ResolutionTime {

  /** Returns the milliseconds of each resolution while `body` runs. Every resolution must succeed. */
  def measure(body: => Unit): IndexedSeq[Double] = {
    val taken = new ConcurrentLinkedQueue[Double]
    val timed: Resolver.Factory = (rows, ranges, limits) =>
      (loser, winning, skipped) => {
        val start = System.nanoTime()
        val resolved = new ConflictResolution(rows, ranges, limits).resolve(loser, winning, skipped)
        require(resolved.isRight, resolved)
        taken.add((System.nanoTime() - start) / 1e6)
        resolved
      }
    ReplacedResolver(timed)(body)
    taken.asScala.toIndexedSeq
  }
}
