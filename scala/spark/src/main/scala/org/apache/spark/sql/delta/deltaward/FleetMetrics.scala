package org.apache.spark.sql.delta.deltaward

import scala.jdk.CollectionConverters._

import com.codahale.metrics.{Gauge, Metric}

/** Publishes figures on many tables as gauges in Spark's metrics system, under the source `deltaward`. */
object FleetMetrics {

  private val metrics = new ApplicationMetrics("deltaward")

  /**
   * Replaces all gauges.
   *
   * @param values the new values, by name
   */
  def set(values: Seq[(String, Long)]): Unit = synchronized {
    val gauges = metrics.registry
    gauges.removeMatching((_: String, _: Metric) => true)
    gauges.registerAll(new com.codahale.metrics.MetricSet {
      override def getMetrics: java.util.Map[String, Metric] =
        values.map { case (name, value) => name -> (constant(value): Metric) }.toMap.asJava
    })
  }

  private def constant(value: Long): Gauge[Long] = () => value
}
