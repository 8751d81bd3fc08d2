package io.deltaward.bench

import java.lang.management.ManagementFactory
import java.time.LocalDate

import io.deltaward.docs.GeneratedPage.table
import org.apache.spark.sql.delta.deltaward.BuildVersions

/** The figures of a run as Markdown. */
object Report {

  def conditions: Seq[String] = Seq(
    s"Measured ${LocalDate.now()} on ${Runtime.getRuntime.availableProcessors} cores, local disk: deltaward " +
      s"${BuildVersions.version}, Delta Lake ${BuildVersions.deltaVersion}, Spark ${BuildVersions.sparkVersion}, " +
      s"Java ${Runtime.version.feature}. Load average at the end: $load."
  )

  def commits(results: Seq[CommitLatency.Result]): Seq[String] =
    table(
      "commit",
      "samples",
      "without: median, p95",
      "with: median, p95",
      "with / without",
      "without / without",
      "target"
    )(results.map { r =>
      Seq(
        r.shape,
        size(r.without),
        ms(r.without),
        ms(r.guarded),
        ratio(r.ratio),
        ratio(r.noise),
        "at most 1.02"
      )
    })

  def command(times: CommandTimes): Seq[String] = {
    val details = Seq(times.detailOfKnown, times.detailOfUnknown)
    def shown(statement: String, of: Samples, target: String): Seq[String] =
      Seq(statement, size(of), ms(of)) ++
        details.map(detail => ratio(Samples.ratio(of, detail))) :+ target
    def detail(state: String, of: Samples): Seq[String] =
      Seq(s"`DESCRIBE DETAIL`, state $state", size(of), ms(of), "", "", "")
    table(
      "statement",
      "samples",
      "median, p95",
      "against known state",
      "against state to be read",
      "target"
    )(
      Seq(
        shown("`SHOW PROTOCOL COMPATIBILITY`", times.showCompatibility, "at most 0.1"),
        shown("`SHOW TABLE FEATURES`", times.showFeatures, "at most 2"),
        detail("in memory", times.detailOfKnown),
        detail("to be read", times.detailOfUnknown)
      )
    )
  }

  def requests(names: Seq[String]): Seq[String] =
    table("request", "count", "target")(
      Seq("LIST" -> "listing", "GET" -> "read", "HEAD" -> "status").map { case (kind, word) =>
        val count = names.count(_.startsWith(s"$kind "))
        Seq(word, count.toString, if (kind == "HEAD") "" else "at most 1")
      }
    )

  /** Returns the load average. Above one process per core, the run measured other work, too. */
  private def load: String =
    f"${ManagementFactory.getOperatingSystemMXBean.getSystemLoadAverage}%.1f"

  private def size(samples: Samples): String = samples.times.size.toString

  private def ms(samples: Samples): String = f"${samples.median}%.1f ms, ${samples.p95}%.1f ms"

  private def ratio(r: Ratio): String = f"${r.median}%.3f (${r.low}%.3f to ${r.high}%.3f)"
}
