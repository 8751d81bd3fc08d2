package io.deltaward.bench

import java.nio.file.{Files, Path}

import org.apache.commons.io.FileUtils
import org.apache.spark.sql.SparkSession

import io.deltaward.bench.ManyWritersReport.{Arrangement, Run}
import io.deltaward.bench.jvms.{CounterTable, WriterJvms, WriterSession}
import io.deltaward.docs.GeneratedPage

/** `make bench`, the part on many writers in many JVMs. */
object ManyWriters extends App {

  private val Seconds = 90
  private val folder = Files.createTempDirectory("deltaward-bench")
  private val arrangements = Seq(
    Arrangement(jvms = 1, threads = 1, rounds = 12),
    Arrangement(jvms = 1, threads = 8, rounds = 4),
    Arrangement(jvms = 2, threads = 8, rounds = 3),
    Arrangement(jvms = 4, threads = 8, rounds = 3),
    Arrangement(jvms = 8, threads = 8, rounds = 2)
  )

  private val jvms = new WriterJvms(arrangements.map(_.jvms).max, folder)
  private lazy val session = WriterSession.plain(folder)

  try {
    Seq(false, true).foreach(run(Arrangement(jvms = 8, threads = 2, rounds = 2), _))
    val runs = for {
      arrangement <- arrangements
      guarded <- Seq(true, false)
    } yield run(arrangement, guarded)
    write("many-writers", ManyWritersReport.writers(runs))
    write("many-writers-fairness", ManyWritersReport.fairness(runs))
    write("many-writers-time", ManyWritersReport.profile(runs))
    write("many-writers-conditions", Report.conditions)
  } finally {
    jvms.stop()
    SparkSession.getDefaultSession.foreach(_.stop())
    FileUtils.deleteDirectory(folder.toFile)
  }

  private def run(arrangement: Arrangement, guarded: Boolean): Run = {
    import arrangement.{jvms => of, rounds, threads}
    val counters = table(s"$of-$threads-$guarded")
    val fared = jvms.write(guarded, counters.path, of, threads, rounds, Seconds)
    val run = Run(arrangement, guarded, fared, counters.wrong(fared.updates))
    println(ManyWritersReport.line(run))
    run
  }

  private def table(name: String): CounterTable =
    new CounterTable(
      session,
      folder.resolve(name): Path,
      arrangements.map(_.writers).max,
      arrangements.map(_.rounds).max
    )

  private def write(table: String, lines: Seq[String]): Unit =
    GeneratedPage("docs/benchmarks.md", Map(table -> lines)).write()
}
