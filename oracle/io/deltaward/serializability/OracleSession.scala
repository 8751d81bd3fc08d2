package io.deltaward.serializability

import org.apache.spark.sql.SparkSession
import org.scalatest.Suite

import io.deltaward.QuietLog

/** Two sessions of one Spark context, with and without the extension. */
trait OracleSession extends QuietLog { self: Suite =>

  override lazy val spark: SparkSession = Side.Extended.session()

  def plain: SparkSession = Side.Plain.session()
}
