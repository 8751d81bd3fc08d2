package io.deltaward.bench

import java.lang.management.ManagementFactory
import java.time.LocalDate

import io.deltaward.BuildVersions
import io.deltaward.docs.GeneratedPage.table

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
    def against(name: String, detail: Samples) =
      Seq(name, size(detail), ms(detail), ratio(Samples.ratio(times.show, detail)), "at most 0.1")
    table("statement", "samples", "median, p95", "`SHOW` against it", "target")(
      Seq(
        Seq("`SHOW PROTOCOL COMPATIBILITY`", size(times.show), ms(times.show), "", ""),
        against("`DESCRIBE DETAIL`, state in memory", times.detailOfKnown),
        against("`DESCRIBE DETAIL`, state to be read", times.detailOfUnknown)
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

  /** With more than one process a core, other work was measured too. */
  private def load: String =
    f"${ManagementFactory.getOperatingSystemMXBean.getSystemLoadAverage}%.1f"

  private def size(samples: Samples): String = samples.times.size.toString

  private def ms(samples: Samples): String = f"${samples.median}%.1f ms, ${samples.p95}%.1f ms"

  private def ratio(r: Ratio): String = f"${r.median}%.3f (${r.low}%.3f to ${r.high}%.3f)"
}
