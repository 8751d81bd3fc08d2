package org.apache.spark.sql.delta.deltaward

import io.deltaward.concurrency.report.ConflictEvent

/**
 * Conflicts as metrics of Spark's, under the source `deltaward_conflicts`: a counter for each outcome, pair of operations and
 * check, `RESOLVED.DELETE.UPDATE.DELTA_CONCURRENT_APPEND`, and a histogram of what a check takes, `microseconds.RESOLVED`.
 */
object ConflictMetrics {

  private val metrics = new ApplicationMetrics("deltaward_conflicts")

  /** Other engines call their operations as they like: memory must not grow with that. */
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

  /** Points stand between the parts of a name. */
  private def word(text: String): String = text.takeWhile(_ != '.').replaceAll("\\W+", "_")
}
