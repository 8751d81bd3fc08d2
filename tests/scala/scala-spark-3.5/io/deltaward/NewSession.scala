package io.deltaward

import org.apache.spark.sql.SparkSession

/** Makes a session of its own in Spark 3.5. */
object NewSession {

  def of(builder: SparkSession.Builder): SparkSession = {
    SparkSession.clearActiveSession()
    SparkSession.clearDefaultSession()
    builder.getOrCreate()
  }
}
