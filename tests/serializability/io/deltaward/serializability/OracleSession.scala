package io.deltaward.serializability

import org.apache.spark.sql.SparkSession
import org.scalatest.Suite

import io.deltaward.{DeltaSession, QuietLog}

/** Two sessions of one Spark context, with and without the extension. */
trait OracleSession extends QuietLog { self: Suite =>

  override lazy val spark: SparkSession = OracleSession.guarded

  def plain: SparkSession = OracleSession.plain
}

object OracleSession {

  lazy val plain: SparkSession = sourceReadAsItIs(DeltaSession.plain.newSession())

  lazy val guarded: SparkSession = sourceReadAsItIs(DeltaSession.shared.newSession())

  private def sourceReadAsItIs(session: SparkSession): SparkSession = {
    session.conf.set("spark.databricks.delta.merge.materializeSource", "none")
    session
  }
}
