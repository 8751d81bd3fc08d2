package io.deltaward.conf

import org.apache.spark.SparkEnv

/** Reads the settings of the Spark context, which the cluster started with and no session can change. */
object ClusterConf {

  /** Returns one setting. `SparkContext.getConf` would copy all settings at each call. */
  def get(key: String): Option[String] = Option(SparkEnv.get).flatMap(_.conf.getOption(key))

  def keys: Seq[String] = Option(SparkEnv.get).toSeq.flatMap(_.conf.getAll).map(_._1)
}
