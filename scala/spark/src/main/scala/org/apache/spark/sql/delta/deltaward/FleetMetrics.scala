package org.apache.spark.sql.delta.deltaward

import scala.jdk.CollectionConverters._

import com.codahale.metrics.{Gauge, Metric, MetricRegistry}
import org.apache.spark.SparkEnv
import org.apache.spark.metrics.source.Source

/** Figures on many tables as gauges of Spark's metrics system, under the source `deltaward`. It is private to Spark. */
object FleetMetrics {

  private var registered: Option[(SparkEnv, Figures)] = None

  /** @param values by name, in place of those that were set before */
  def set(values: Seq[(String, Long)]): Unit = synchronized {
    val gauges = ofApplication.metricRegistry
    gauges.removeMatching((_: String, _: Metric) => true)
    gauges.registerAll(new com.codahale.metrics.MetricSet {
      override def getMetrics: java.util.Map[String, Metric] =
        values.map { case (name, value) => name -> (constant(value): Metric) }.toMap.asJava
    })
  }

  /** A JVM can have one application after the other. */
  private def ofApplication: Figures = {
    val env = SparkEnv.get
    registered.collect { case (`env`, figures) => figures }.getOrElse {
      val figures = new Figures
      env.metricsSystem.registerSource(figures)
      registered = Some(env -> figures)
      figures
    }
  }

  private def constant(value: Long): Gauge[Long] = () => value

  final private class Figures extends Source {
    override val sourceName: String = "deltaward"
    override val metricRegistry: MetricRegistry = new MetricRegistry
  }
}
