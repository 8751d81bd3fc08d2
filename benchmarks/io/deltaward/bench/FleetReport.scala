package io.deltaward.bench

import io.deltaward.docs.GeneratedPage.table

/** The figures on many tables as Markdown. */
object FleetReport {

  sealed abstract class Way(val text: String, val target: String)
  case object Audit extends Way("audit, verdicts of all clients", "")
  case object AuditOfAll extends Way("audit, every column", "")
  case object Floor extends Way("listing and one read of each log, two threads", "at most 2")
  case object Hadoop extends Way("the same through Hadoop's file system", "at most 2")
  case object Details extends Way("`DESCRIBE DETAIL`, one after the other", "at most 1/500")
  case object Deltalake extends Way("deltalake's `protocol()`, one after the other", "at most 1/5")

  private val ways = Seq(Audit, AuditOfAll, Hadoop, Floor, Deltalake, Details)

  /** @param measured milliseconds a table, for each number of tables */
  def lines(measured: Seq[(Int, Map[Way, Samples])]): Seq[String] =
    table("tables", "way", "ms a table: median", "the first of these against it", "target")(
      for {
        (tables, samples) <- measured
        way <- ways
      } yield Seq(
        f"$tables%,d",
        way.text,
        f"${samples(way).median}%.3f",
        if (way == Audit) "" else ratio(Samples.ratio(samples(Audit), samples(way))),
        way.target
      )
    )

  private def ratio(r: Ratio): String = f"${r.median}%.4f (${r.low}%.4f to ${r.high}%.4f)"
}
