package io.deltaward

import java.util.UUID
import java.util.concurrent.ThreadLocalRandom

import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.{Failure, Try}

import org.apache.spark.sql.SparkSession

import io.deltaward.concurrency.blocks.{BlockRun, RepeatedBlocks}
import io.deltaward.errors.ExplainedConflict

/** Runs code again after a commit conflict, if a new run can succeed: see docs/commit-conflicts.md. */
object Retrying {

  private val Shortest = 100.millis

  /**
   * Runs a block. After a conflict, waits for a random time and runs it again. The bound of the wait doubles with each run.
   *
   * @param block       code to run. It must commit in the calling thread, and only its last commit may conflict
   * @param maxAttempts maximum number of runs, at least 1
   * @param maxDelay    maximum wait between two runs
   * @return the block's result
   * @throws io.delta.exceptions.DeltaConcurrentModificationException the conflict of the last run, or one after which a new
   *        run cannot succeed
   * @throws io.deltaward.errors.CommitRefusedException `DELTAWARD_BLOCK_NOT_REPEATABLE`, if an earlier run has committed
   *                                                    something
   */
  def apply[A](
      spark: SparkSession,
      maxAttempts: Int = 5,
      maxDelay: FiniteDuration = 10.seconds
  )(block: => A): A = {
    require(maxAttempts > 0, s"maxAttempts must be at least 1, and is $maxAttempts")
    require(maxDelay >= Duration.Zero, s"maxDelay must not be negative, and is $maxDelay")
    val id = UUID.randomUUID.toString.replace("-", "")

    @tailrec
    def from(number: Int, before: Option[Throwable]): A = {
      val run = BlockRun(id, number)
      Try(tagged(spark, run)(block)) match {
        case Failure(conflict: ExplainedConflict)
            if conflict.explanation.retryable && conflict.explanation.runs.contains(run.tag) &&
              number < maxAttempts =>
          val bound = (Shortest * (1L << math.min(number - 1, 20))).min(maxDelay)
          Thread.sleep(ThreadLocalRandom.current().nextLong(bound.toMillis + 1))
          from(number + 1, Some(conflict))
        case outcome =>
          RepeatedBlocks.end(run)
          outcome.failed.foreach(error =>
            before.filter(_ ne error).foreach(error.addSuppressed)
          )
          outcome.get
      }
    }

    from(1, None)
  }

  private def tagged[A](spark: SparkSession, run: BlockRun)(block: => A): A = {
    RepeatedBlocks.begin(run)
    spark.sparkContext.addJobTag(run.tag)
    try block
    finally spark.sparkContext.removeJobTag(run.tag)
  }
}
