package io.deltaward

import org.apache.spark.sql.SparkSessionExtensions

/** Adds nothing: the SQL of Spark 3.5 has neither generated nor identity columns. */
object ComputedColumns extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = ()
}
