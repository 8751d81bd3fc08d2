package io.deltaward.bench

import java.nio.file.{Files, Path}

import org.apache.commons.io.FileUtils
import org.apache.spark.sql.SparkSession

import io.deltaward.bench.ManyWritersReport.{Arrangement, Run}
import io.deltaward.bench.jvms.{CounterTable, WriterJvms, WriterSession}
import io.deltaward.docs.GeneratedPage

/** `make bench`, the part on many writers in many JVMs. */
object ManyWriters extends App {

  private val Jvms = 8
  private val Rounds = 6
  private val Seconds = 90
  private val folder = Files.createTempDirectory("deltaward-bench")
  private val arrangements =
    Seq(
      Arrangement(1, 1),
      Arrangement(1, 8),
      Arrangement(2, 8),
      Arrangement(4, 8),
      Arrangement(Jvms, 8)
    )

  private val jvms = new WriterJvms(Jvms, folder)
  private lazy val session = WriterSession.plain(folder)

  try {
    jvms.warmUp(i => table(s"warm-up-$i").path, threads = 2, Rounds)
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
    import arrangement.{jvms => of, threads}
    val counters = table(s"$of-$threads-$guarded")
    val fared = jvms.write(guarded, counters.path, of, threads, Rounds, Seconds)
    val run = Run(arrangement, guarded, fared, counters.wrong(fared.updates))
    println(ManyWritersReport.line(run))
    run
  }

  private def table(name: String): CounterTable =
    new CounterTable(session, folder.resolve(name): Path, arrangements.map(_.writers).max, Rounds)

  private def write(table: String, lines: Seq[String]): Unit =
    GeneratedPage("docs/benchmarks.md", Map(table -> lines)).write()
}
