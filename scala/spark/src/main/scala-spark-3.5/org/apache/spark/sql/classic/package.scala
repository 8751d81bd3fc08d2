package org.apache.spark.sql

import org.apache.spark.sql.catalyst.expressions.Expression

/** The names that Spark 4 has for the classes of a session without Spark Connect. In Spark 3.5, it is the only kind. */
package object classic {

  type SparkSession = org.apache.spark.sql.SparkSession
  val SparkSession: org.apache.spark.sql.SparkSession.type = org.apache.spark.sql.SparkSession

  type Dataset[T] = org.apache.spark.sql.Dataset[T]
  val Dataset: org.apache.spark.sql.Dataset.type = org.apache.spark.sql.Dataset

  type DataFrame = org.apache.spark.sql.DataFrame

  object ExpressionUtils {
    def column(expression: Expression): Column = new Column(expression)
  }
}
