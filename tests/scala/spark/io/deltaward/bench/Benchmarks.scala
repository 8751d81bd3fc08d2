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

  private def session = BenchSession(folder)

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
