package io.deltaward.spark

import scala.annotation.unused

import org.apache.spark.sql.types.DataType

/** Recognises variants. Spark 3.5 does not have them. */
object Variants {
  def is(@unused kind: DataType): Boolean = false
}
