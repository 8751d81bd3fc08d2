package io.deltaward.bench

import java.nio.file.Files

import org.apache.commons.io.FileUtils
import org.apache.spark.sql.SparkSession

import io.deltaward.DeltawardSparkSessionExtension
import io.deltaward.docs.GeneratedPage

/** `make bench`: measures, and writes the figures into `docs/benchmarks.md`. */
object Benchmarks extends App {

  private val Commits = args.headOption.fold(200)(_.toInt)
  private val folder = Files.createTempDirectory("deltaward-bench")

  private def session = SparkSession.builder()
    .master("local[2]")
    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.databricks.delta.snapshotPartitions", "2")
    .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString)
    .config("spark.ui.enabled", "false")
    .config("spark.log.level", "ERROR")

  private val without = new Side("without", session)
  private val control = new Side("control", session)
  private val guarded =
    new Side("with", session.withExtensions(new DeltawardSparkSessionExtension))
  private val sides = Seq(without, control, guarded)

  try {
    Guarded.require(sides, guarded, folder, "before")
    val commits = new CommitLatency(without, control, guarded, folder, Commits)
    commits.results.scanLeft(Seq.empty[CommitLatency.Result])(_ :+ _).foreach { soFar =>
      write("commits", Report.commits(soFar))
    }
    Guarded.require(sides, guarded, folder, "after")

    val asked = folder.resolve("INSERT-with")
    write("command", Report.command(new CommandTimes(guarded, asked, Commits)))
    write("requests", Report.requests(Requests.of(guarded, asked)))
    write("conditions", Report.conditions)
  } finally {
    sides.foreach(_.stop())
    SparkSession.getDefaultSession.foreach(_.stop())
    FileUtils.deleteDirectory(folder.toFile)
  }

  private def write(table: String, lines: Seq[String]): Unit =
    GeneratedPage("docs/benchmarks.md", Map(table -> lines)).write()
}
