package io.deltaward.errors

import org.apache.spark.SparkThrowable

/** An error with a condition, in Spark 3.5. There it is called the error class. */
trait ErrorCondition extends SparkThrowable {

  /** The name of the condition. */
  protected def condition: String

  override def getErrorClass: String = condition
}

object ErrorCondition {

  /** Returns the name of an error's condition, or null if it has none. */
  def of(error: SparkThrowable): String = error.getErrorClass
}
