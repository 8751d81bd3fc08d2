package org.apache.spark.sql.delta.deltaward

import com.codahale.metrics.MetricRegistry
import org.apache.spark.SparkEnv
import org.apache.spark.metrics.source.Source

/**
 * A source of Spark's metrics system, which is private to Spark, with a registry for each application: a JVM can have one
 * after the other.
 */
final private[deltaward] class ApplicationMetrics(name: String) {

  private var registered: Option[(SparkEnv, MetricRegistry)] = None

  /** That of the application that runs now. */
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
