package io.deltaward.errors

import org.apache.spark.SparkThrowable

/** An error with a condition, in Spark 4. */
trait ErrorCondition extends SparkThrowable {

  /** The name of the condition. */
  protected def condition: String

  override def getCondition: String = condition
  override def getErrorClass: String = condition
}

object ErrorCondition {

  /** Returns the name of an error's condition, or null if it has none. */
  def of(error: SparkThrowable): String = error.getCondition
}
