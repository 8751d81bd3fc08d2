package io.deltaward.bench

import io.deltaward.bench.jvms.Fared
import io.deltaward.docs.GeneratedPage.table

/** The figures on many writers as Markdown. */
object ManyWritersReport {

  final case class Arrangement(jvms: Int, threads: Int, rounds: Int) {
    def writers: Int = jvms * threads
    override def toString: String = s"$jvms × $threads"
  }

  /** @param wrong differences between the final table and what the writers were told */
  final case class Run(
      arrangement: Arrangement,
      guarded: Boolean,
      fared: Fared,
      wrong: Seq[String]
  ) {
    def side: String = if (guarded) "with" else "without"
  }

  def writers(runs: Seq[Run]): Seq[String] = {
    val rates = runs.map(run => (run.arrangement, run.guarded) -> run.fared.perSecond).toMap
    val one = runs.head.arrangement
    table(
      "JVMs × threads",
      "session",
      "updates",
      "not done in time",
      "statements that failed",
      "counted otherwise",
      "updates a second",
      "against one writer",
      "`with` against `without`"
    )(runs.map { run =>
      val own = rates((run.arrangement, run.guarded))
      Seq(
        run.arrangement.toString,
        run.side,
        run.fared.done.size.toString,
        unfinished(run).toString,
        run.fared.failures.size.toString,
        run.wrong.size.toString,
        f"$own%.2f",
        f"${own / rates((one, run.guarded))}%.2f",
        if (run.guarded) f"${own / rates((run.arrangement, false))}%.1f" else ""
      )
    })
  }

  def fairness(runs: Seq[Run]): Seq[String] = table(
    "JVMs × threads",
    "session",
    "statements an update: p50, p99, most",
    "attempts to commit an update: p50, p99, most",
    "seconds of an update: p50, p99",
    "slowest writer against fastest"
  )(runs.map { run =>
    val updates = run.fared.updates
    val seconds = updates.map(_.milliseconds / 1000).toIndexedSeq
    Seq(
      run.arrangement.toString,
      run.side,
      counts(updates.map(_.statements)),
      counts(updates.map(_.attempts)),
      f"${Samples.quantile(seconds, 0.5)}%.1f, ${Samples.quantile(seconds, 0.99)}%.1f",
      slowest(run).fold("")(ratio => f"$ratio%.2f")
    )
  })

  /** Returns the table of the parts of an update, sorted by their share in the largest run with the extension. */
  def profile(runs: Seq[Run]): Seq[String] = {
    val guarded = runs.filter(_.guarded)
    val (first, last) = (guarded.head.fared.profile, guarded.last.fared.profile)
    def share(of: Map[String, Int], part: String): String =
      f"${100.0 * of.getOrElse(part, 0) / of.values.sum}%.1f %%"
    table(
      "part of an update",
      guarded.head.arrangement.toString,
      guarded.last.arrangement.toString
    )((first.keySet ++ last.keySet).toSeq.sortBy(part => (-last.getOrElse(part, 0), part))
      .map(part => Seq(part, share(first, part), share(last, part))))
  }

  /** Returns a line for the console about one finished run. */
  def line(run: Run): String = {
    val Fared(updates, seconds, profile) = run.fared
    s"${run.arrangement} ${run.side}: ${run.fared.done.size} of ${updates.size} in $seconds s, " +
      s"${run.fared.failures.groupBy(_.take(300)).map { case (why, all) =>
          all.size -> why
        }.toSeq.sortBy(-_._1).take(3)}, " +
      s"wrong ${run.wrong.take(5)}, attempts ${updates.map(_.attempts).max}, ${profile.toSeq.sortBy(-_._2)}"
  }

  private def unfinished(run: Run): Int =
    run.arrangement.writers * run.arrangement.rounds - run.fared.done.size

  /** Returns the slowest writer's total time over the fastest's, if all updates of the run were done. */
  private def slowest(run: Run): Option[Double] = Option.when(unfinished(run) == 0) {
    val times = run.fared.updates.groupBy(_.key).values.map(_.map(_.milliseconds).sum)
    times.max / times.min
  }

  private def counts(of: Seq[Int]): String = {
    val values = of.map(_.toDouble).toIndexedSeq
    def at(q: Double): String = f"${Samples.quantile(values, q)}%.0f"
    s"${at(0.5)}, ${at(0.99)}, ${of.max}"
  }
}
