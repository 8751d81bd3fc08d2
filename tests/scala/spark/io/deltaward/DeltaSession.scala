package io.deltaward

import java.nio.file.{Files, Path}

import org.apache.spark.sql.classic.SparkSession
import org.scalatest.{BeforeAndAfterAll, Suite}

/** One Spark session for all suites of a run, with Delta and deltaward as a user would configure them. */
trait DeltaSession extends BeforeAndAfterAll { this: Suite =>

  protected def spark: SparkSession = DeltaSession.session

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    org.apache.spark.sql.SparkSession.setActiveSession(spark)
  }

  /** A fresh directory, for a table that the test creates. */
  protected def freshPath(): String = {
    val parent = Files.createTempDirectory(DeltaSession.root, "table")
    parent.resolve("t").toString
  }

  protected def sql(text: String): Array[org.apache.spark.sql.Row] = spark.sql(text).collect()

  /** Runs `body` with session settings, and puts them back. */
  protected def withConf[T](settings: (String, String)*)(body: => T): T = {
    val before = settings.map { case (key, _) => key -> spark.conf.getOption(key) }
    settings.foreach { case (key, value) => spark.conf.set(key, value) }
    try body
    finally before.foreach {
        case (key, Some(value)) => spark.conf.set(key, value)
        case (key, None) => spark.conf.unset(key)
      }
  }
}

object DeltaSession {

  lazy val root: Path = Files.createTempDirectory("deltaward")

  lazy val session: SparkSession = {
    val builder = SparkSession
      .builder()
      .master("local[2]")
      .config("spark.sql.extensions", extensions)
      .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
      .config("spark.sql.warehouse.dir", root.resolve("warehouse").toString)
      .config("spark.sql.shuffle.partitions", "2")
      .config("spark.databricks.delta.snapshotPartitions", "2")
      .config("spark.ui.enabled", "false")
    val created = builder.getOrCreate()
    created.sparkContext.setLogLevel("ERROR")
    created
  }

  val extensions: String =
    "io.delta.sql.DeltaSparkSessionExtension,io.deltaward.DeltawardSparkSessionExtension"
}
