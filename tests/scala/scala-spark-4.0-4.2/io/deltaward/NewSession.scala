package io.deltaward

import org.apache.spark.sql.SparkSession

/** Makes a session of its own in Spark 4. */
object NewSession {
  def of(builder: SparkSession.Builder): SparkSession = builder.create()
}
