package io.deltaward

import org.apache.spark.SparkThrowable

/** Gives errors of Spark 3.5 the method by which Spark 4 names their condition. */
trait ConditionSyntax {

  implicit class Named(error: SparkThrowable) {
    def getCondition: String = error.getErrorClass
  }
}
