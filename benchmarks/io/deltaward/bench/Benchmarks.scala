package io.deltaward.bench

import java.nio.file.Files

import org.apache.commons.io.FileUtils
import org.apache.spark.sql.SparkSession

import io.deltaward.DeltawardSparkSessionExtension
import io.deltaward.docs.GeneratedPage

/**
 * `make bench`: measures, and writes the figures into `docs/benchmarks.md`. The first argument is the number of
 * commits. Names of tables after it restrict the run to those tables.
 */
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
    table("commits")(Report.commits(commits.results.toSeq))
    table("compaction")(Report.commits(Seq(commits.compaction)))
    Guarded.require(sides, guarded, folder, "after")

    val asked = folder.resolve("INSERT-with")
    table("command")(Report.command(new CommandTimes(guarded, asked, Commits)))
    table("requests")(Report.requests(Requests.count(guarded, asked)))
    table("conditions")(Report.conditions)
  } finally {
    sides.foreach(_.stop())
    SparkSession.getDefaultSession.foreach(_.stop())
    FileUtils.deleteDirectory(folder.toFile)
  }

  private def table(name: String)(lines: => Seq[String]): Unit =
    if (args.length < 2 || args.contains(name))
      GeneratedPage("docs/benchmarks.md", Map(name -> lines)).write()
}
