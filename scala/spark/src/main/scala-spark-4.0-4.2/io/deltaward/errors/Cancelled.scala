package io.deltaward.errors

import org.apache.spark.SparkThrowable

/** Recognises the error of a cancelled job, in Spark 4. */
object Cancelled {
  def is(error: SparkThrowable): Boolean = error.getCondition == "SPARK_JOB_CANCELLED"
}
