package io.deltaward.conf

import org.apache.spark.SparkEnv

/** What the cluster was started with: the settings of the Spark context, which no session can change. */
object ClusterConf {

  /** The context would give a copy of all its settings, made anew for each question. */
  def get(key: String): Option[String] = Option(SparkEnv.get).flatMap(_.conf.getOption(key))

  def keys: Seq[String] = Option(SparkEnv.get).toSeq.flatMap(_.conf.getAll).map(_._1)
}
