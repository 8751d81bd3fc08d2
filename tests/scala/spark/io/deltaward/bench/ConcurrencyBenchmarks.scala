package io.deltaward.bench

import java.nio.file.Files

import org.apache.commons.io.FileUtils
import org.apache.spark.sql.SparkSession

import io.deltaward.DeltawardSparkSessionExtension
import io.deltaward.docs.GeneratedPage

/** `make bench`, the part on row-level concurrency. */
object ConcurrencyBenchmarks extends App {

  private val Writers = 8
  private val Rounds = args.headOption.fold(3)(_.toInt)
  private val folder = Files.createTempDirectory("deltaward-bench")

  private def session = BenchSession(folder)

  private def guardedSession = session.withExtensions(new DeltawardSparkSessionExtension)

  private val plain = (1 to Writers).map(i => new Side(s"without-$i", session))
  private val guarded = (1 to Writers).map(i => new Side(s"with-$i", guardedSession))

  try {
    val updates = new DisjointUpdates(plain, guarded, folder, Rounds, updates = 3)
    write("writers", ConcurrencyReport.writers(updates.results))
    val cost = new ResolutionCost(guarded(0), guarded(1), folder)
    write("resolution", ConcurrencyReport.cost("files", cost.byFiles(n = 20)))
    write("found-again", ConcurrencyReport.cost("rows", cost.byRows(n = 3)))
    val optimized = (1 to Rounds).flatMap { round =>
      Seq("without" -> plain, "with" -> guarded).map { case (name, sides) =>
        name ->
          OptimizeUnderDeletes.run(sides(0), sides(1), folder.resolve(s"optimize-$name-$round"))
      }
    }
    write("optimize", ConcurrencyReport.optimize(optimized.groupMap(_._1)(_._2)))
    write("concurrency-conditions", Report.conditions)
  } finally {
    (plain ++ guarded).foreach(_.stop())
    SparkSession.getDefaultSession.foreach(_.stop())
    FileUtils.deleteDirectory(folder.toFile)
  }

  private def write(table: String, lines: Seq[String]): Unit =
    GeneratedPage("docs/benchmarks.md", Map(table -> lines)).write()
}
