package io.deltaward.serializability

import java.nio.file.Files

import org.apache.spark.sql.SparkSession
import org.scalatest.Suite

import io.deltaward.{DeltaSession, DeltawardSparkSessionExtension, QuickSettings}

/** Two sessions of one Spark context, with and without the extension, set for tiny tables. */
trait OracleSession extends DeltaSession { self: Suite =>

  override lazy val spark: SparkSession = OracleSession.guarded

  def plain: SparkSession = OracleSession.plain
}

object OracleSession {

  private val settings = QuickSettings.all ++ Map(
    "spark.sql.extensions" -> "io.delta.sql.DeltaSparkSessionExtension",
    "spark.sql.catalog.spark_catalog" -> "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    "spark.databricks.delta.merge.materializeSource" -> "none",
    "spark.sql.warehouse.dir" -> Files.createTempDirectory("deltaward-warehouse").toUri.toString,
    "spark.log.level" -> "OFF"
  )

  private def builder = SparkSession.builder().master("local[2]").config(settings)

  /** Delta as it comes. The context takes its own extensions from here, so this session is made first. */
  lazy val plain: SparkSession = builder.create()

  lazy val guarded: SparkSession = {
    require(!plain.sparkContext.isStopped)
    builder.withExtensions(new DeltawardSparkSessionExtension).create()
  }
}
