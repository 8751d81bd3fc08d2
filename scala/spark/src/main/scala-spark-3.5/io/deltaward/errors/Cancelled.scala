package io.deltaward.errors

import org.apache.spark.{SparkException, SparkThrowable}

/** Recognises the error of a cancelled job. In Spark 3.5, it has a message and no condition. */
object Cancelled {

  def is(error: SparkThrowable): Boolean = error match {
    case failed: SparkException =>
      failed.getErrorClass == null && Message.pattern.matcher(failed.getMessage).lookingAt()
    case _ => false
  }

  private val Message = "Job \\d+ cancelled".r
}
