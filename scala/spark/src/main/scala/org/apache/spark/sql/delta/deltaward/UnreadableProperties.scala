package org.apache.spark.sql.delta.deltaward

import scala.jdk.CollectionConverters._
import scala.util.Try

import org.apache.spark.sql.delta.actions.Metadata

/** Finds table properties that Delta cannot parse. Delta fails when it needs one of them. */
object UnreadableProperties {

  /** Returns one complete sentence for each such property. */
  def findIn(configuration: Map[String, String]): Seq[String] = {
    val metadata = Metadata(configuration = configuration)
    TableProperties.definitions.values.asScala.toSeq
      .filter(config => configuration.contains(config.key))
      .filter(config => Try(config.fromMetaData(metadata)).isFailure)
      .map(config => s"${config.key} is ${configuration(config.key)}, which Delta cannot read")
      .sorted
  }
}
