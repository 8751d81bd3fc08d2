package org.apache.spark.sql.delta.deltaward

import org.apache.spark.SparkThrowable

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{ConditionFailed, Unreadable}

/** Tells apart the ways in which comparing the rows of two commits can fail. */
object FailedResolution {

  /**
   * Returns the reason for which the conflict stays.
   *
   * @throws java.lang.Throwable the failure itself, if the statement was cancelled
   */
  def reason(failure: Throwable): Unresolved = {
    val told = Iterator.iterate(failure)(_.getCause).takeWhile(_ != null)
      .collect { case error: SparkThrowable with Throwable => error }.toSeq
    if (told.exists(_.getCondition == Cancelled)) throw failure
    told.find(isOfData).fold[Unresolved](Unreadable(failure.toString))(error =>
      ConditionFailed(error.getMessage)
    )
  }

  private val Cancelled = "SPARK_JOB_CANCELLED"

  /** Class 22 of SQLSTATE is "data exception": a cast, a division or an index that fails for a value. */
  private def isOfData(error: SparkThrowable): Boolean =
    Option(error.getSqlState).exists(_.startsWith("22"))
}
