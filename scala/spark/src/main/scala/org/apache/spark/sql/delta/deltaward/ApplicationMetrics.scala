package org.apache.spark.sql.delta.deltaward

import com.codahale.metrics.MetricRegistry
import org.apache.spark.SparkEnv
import org.apache.spark.metrics.source.Source

/**
 * A source in Spark's metrics system, which is private to Spark. Each application has its own registry, since a JVM can run
 * several applications one after the other.
 */
final private[deltaward] class ApplicationMetrics(name: String) {

  private var registered: Option[(SparkEnv, MetricRegistry)] = None

  /** Returns the registry of the running application. */
  def registry: MetricRegistry = synchronized {
    val env = SparkEnv.get
    registered.collect { case (`env`, found) => found }.getOrElse {
      val made = new MetricRegistry
      env.metricsSystem.registerSource(new Source {
        override val sourceName: String = name
        override val metricRegistry: MetricRegistry = made
      })
      registered = Some(env -> made)
      made
    }
  }
}
