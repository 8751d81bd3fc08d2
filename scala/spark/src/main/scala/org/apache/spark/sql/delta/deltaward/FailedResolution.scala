package org.apache.spark.sql.delta.deltaward

import org.apache.spark.SparkThrowable

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{ConditionFailed, Unreadable}
import io.deltaward.errors.Cancelled

/** Classifies the failures of comparing the rows of two commits. */
object FailedResolution {

  /**
   * Returns the reason why the conflict stays.
   *
   * @throws java.lang.Throwable the failure itself, if the statement was cancelled
   */
  def reason(failure: Throwable): Unresolved = {
    val told = Iterator.iterate(failure)(_.getCause).takeWhile(_ != null)
      .collect { case error: SparkThrowable with Throwable => error }.toSeq
    if (told.exists(Cancelled.is)) throw failure
    told.find(isOfData).fold[Unresolved](Unreadable(failure.toString))(error =>
      ConditionFailed(error.getMessage)
    )
  }

  /** Checks for class 22 of SQLSTATE, "data exception": a cast, a division or an index that fails for a value. */
  private def isOfData(error: SparkThrowable): Boolean =
    Option(error.getSqlState).exists(_.startsWith("22"))
}
