package io.deltaward.bench

import io.deltaward.bench.DisjointUpdates.{Apart, Resolving, Retrying}
import io.deltaward.docs.GeneratedPage.table

/** The figures on row-level concurrency as Markdown. */
object ConcurrencyReport {

  def writers(results: Map[String, Seq[Throughput]]): Seq[String] = {
    def perSecond(of: String): Samples = Samples(results(of).map(_.perSecond).toIndexedSeq)
    def row(of: String, target: String): Seq[String] = {
      val ratio = Samples.ratio(perSecond(Resolving), perSecond(of))
      Seq(
        of,
        results(of).map(_.commits).sum.toString,
        results(of).map(_.conflicts).sum.toString,
        f"${perSecond(of).median}%.1f",
        if (of == Resolving) "" else f"${ratio.median}%.2f (${ratio.low}%.2f to ${ratio.high}%.2f)",
        target
      )
    }
    table("8 writers", "commits", "conflicts", "commits a second", "`with` against it", "target")(
      Seq(
        row(Resolving, "no conflict"),
        row(Retrying, "at least 3"),
        row(Apart, "at least 0.8")
      )
    )
  }

  def cost(of: String, results: Seq[(Int, Samples)]): Seq[String] = {
    val (fewest, smallest) = results.head
    table(of, "samples", "median, p95", s"against $fewest $of")(results.map {
      case (size, times) =>
        Seq(
          size.toString,
          times.times.size.toString,
          f"${times.median}%.2f ms, ${times.p95}%.2f ms",
          f"${times.median / smallest.median}%.2f"
        )
    })
  }

  def shares(results: Seq[ResolutionShare.Result]): Seq[String] =
    table(
      "statement",
      "after",
      "samples",
      "the statement: median, p95",
      "the check: median, p95",
      "check / statement",
      "target"
    )(results.map { r =>
      def ms(of: Samples) = f"${of.median}%.1f ms, ${of.p95}%.1f ms"
      Seq(
        r.loser,
        r.winner,
        r.check.times.size.toString,
        ms(r.statement),
        ms(r.check),
        f"${r.check.median / r.statement.median}%.3f",
        "at most 0.1"
      )
    })

  def optimize(results: Map[String, Seq[OptimizeUnderDeletes]]): Seq[String] =
    table("session", "runs", "OPTIMIZE failed", "deletes", "deletes that failed")(
      Seq("without", "with").map { name =>
        val runs = results(name)
        Seq(
          name,
          runs.size.toString,
          runs.count(!_.optimized).toString,
          runs.map(_.deletes).sum.toString,
          runs.map(_.conflicts).sum.toString
        )
      }
    )
}
