package org.apache.spark.sql.delta.deltaward

import io.deltaward.concurrency.report.ConflictEvent

/**
 * Publishes conflicts as Spark metrics, under the source `deltaward_conflicts`. Each outcome, pair of operations and check
 * has a counter: `RESOLVED.DELETE.UPDATE.DELTA_CONCURRENT_APPEND`. Each outcome has a histogram of the check's duration:
 * `microseconds.RESOLVED`.
 */
object ConflictMetrics {

  private val metrics = new ApplicationMetrics("deltaward_conflicts")

  /** Maximum number of counters, which limits memory: other engines can give their operations any name. */
  private val most = 500

  def count(event: ConflictEvent): Unit = synchronized {
    val registry = metrics.registry
    val about = Seq(event.operation, event.winningOperation.getOrElse("unknown")) ++ event.check
    val name = (event.outcome +: about.map(word)).mkString(".")
    val known = registry.getCounters.containsKey(name) || registry.getCounters.size < most
    registry.counter(if (known) name else s"${event.outcome}.other").inc()
    registry.histogram(s"microseconds.${event.outcome}")
      .update(math.round(event.milliseconds * 1000))
  }

  /** Returns a text as one part of a metric's name, since dots separate the parts. */
  private def word(text: String): String = text.takeWhile(_ != '.').replaceAll("\\W+", "_")
}
