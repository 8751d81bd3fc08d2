package io.deltaward.bench

import java.nio.file.Files

import org.apache.commons.io.FileUtils
import org.apache.spark.sql.SparkSession

import io.deltaward.DeltawardSparkSessionExtension
import io.deltaward.docs.GeneratedPage

/** `make bench`, the part on row-level concurrency. Names of its tables as arguments restrict the run to them. */
object ConcurrencyBenchmarks extends App {

  private val Writers = 8
  private val Rounds = 3
  private val folder = Files.createTempDirectory("deltaward-bench")

  private def session = BenchSession(folder)

  private def guardedSession = session.withExtensions(new DeltawardSparkSessionExtension)

  private val plain = (1 to Writers).map(i => new Side(s"without-$i", session))
  private val guarded = (1 to Writers).map(i => new Side(s"with-$i", guardedSession))
  private val cost = new ResolutionCost(guarded(0), guarded(1), folder)
  private val unnoted = new ResolutionCost(guarded(0), plain(0), folder.resolve("unnoted"))

  try {
    table("writers") {
      val updates = new DisjointUpdates(plain, guarded, folder, Rounds, updates = 3)
      ConcurrencyReport.writers(updates.results)
    }
    table("resolution")(ConcurrencyReport.cost("files", cost.byFiles(n = 20)))
    table("found-again")(ConcurrencyReport.cost("rows", cost.byRows(n = 3)))
    table("found-unnoted")(ConcurrencyReport.cost("rows", unnoted.byRows(n = 3)))
    table("resolution-share") {
      val share = new ResolutionShare(guarded(0), guarded(1), folder.resolve("share"))
      ConcurrencyReport.shares(share.results(n = 7))
    }
    table("optimize")(ConcurrencyReport.optimize(optimized))
    table("concurrency-conditions")(Report.conditions)
  } finally {
    (plain ++ guarded).foreach(_.stop())
    SparkSession.getDefaultSession.foreach(_.stop())
    FileUtils.deleteDirectory(folder.toFile)
  }

  private def optimized = (1 to Rounds).flatMap { round =>
    Seq("without" -> plain, "with" -> guarded).map { case (name, sides) =>
      name ->
        OptimizeUnderDeletes.run(sides(0), sides(1), folder.resolve(s"optimize-$name-$round"))
    }
  }.groupMap(_._1)(_._2)

  private def table(name: String)(lines: => Seq[String]): Unit =
    if (args.isEmpty || args.contains(name))
      GeneratedPage("docs/benchmarks.md", Map(name -> lines)).write()
}
