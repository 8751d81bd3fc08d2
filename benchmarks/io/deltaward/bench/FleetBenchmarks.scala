package io.deltaward.bench

import java.nio.file.{Files, Path}

import org.apache.commons.io.FileUtils
import org.apache.spark.sql.SparkSession

import io.deltaward.DeltawardSparkSessionExtension
import io.deltaward.docs.GeneratedPage

/** `make bench`, the part on many tables. Arguments: a Python interpreter with deltalake, then numbers of tables. */
object FleetBenchmarks extends App {
  private val python = Path.of(args.head)
  private val sizes = args.tail.map(_.toInt).toSeq
  private val folder = Files.createTempDirectory("deltaward-bench")
  private val side =
    new Side("with", BenchSession(folder).withExtensions(new DeltawardSparkSessionExtension))

  try {
    val shapes = side.run(CopiedFleet.shapes(_, folder))
    val fleet = new CopiedFleet(folder)
    val measured = sizes.map { tables =>
      tables -> samples(new FleetTimes(side, fleet.make(shapes, tables), tables))
    }
    GeneratedPage(
      "docs/benchmarks.md",
      Map("fleet" -> FleetReport.lines(measured), "fleet-conditions" -> Report.conditions)
    ).write()
  } finally {
    side.stop()
    SparkSession.getDefaultSession.foreach(_.stop())
    FileUtils.deleteDirectory(folder.toFile)
  }

  /** Measures all ways in turn. Drops the first three rounds, which warm the code up. */
  private def samples(times: FleetTimes): Map[FleetReport.Way, Samples] = {
    val ways: Seq[(FleetReport.Way, () => Double)] = Seq(
      FleetReport.Audit -> (() => times.audit),
      FleetReport.AuditOfAll -> (() => times.auditOfAll),
      FleetReport.Hadoop -> (() => times.floorOfHadoop),
      FleetReport.Floor -> (() => times.floor),
      FleetReport.Details -> (() => times.details(20)),
      FleetReport.Deltalake -> (() => times.deltalake(python, 500))
    )
    val rounds = (1 to 3 + 7).map(_ => ways.map { case (way, time) => way -> time() }.toMap).drop(3)
    ways.map { case (way, _) => way -> Samples(rounds.map(_(way))) }.toMap
  }
}
