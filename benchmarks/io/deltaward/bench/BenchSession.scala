package io.deltaward.bench

import java.nio.file.Path

import org.apache.spark.sql.SparkSession

/** Builds a session with plain Delta, on two cores. Every side of a comparison starts from it. */
object BenchSession {
  def apply(folder: Path): SparkSession.Builder = SparkSession.builder()
    .master("local[2]")
    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.databricks.delta.snapshotPartitions", "2")
    .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString)
    .config("spark.ui.enabled", "false")
    .config("spark.log.level", "ERROR")
}
