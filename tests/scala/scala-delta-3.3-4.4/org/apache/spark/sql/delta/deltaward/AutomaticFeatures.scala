package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.TableFeature
import org.apache.spark.sql.delta.actions.{Metadata, Protocol}

/** Asks Delta which features the metadata turns on. */
object AutomaticFeatures {

  def in(spark: SparkSession, metadata: Metadata, protocol: Protocol): Set[TableFeature] =
    Protocol.extractAutomaticallyEnabledFeatures(spark, metadata, protocol)
}
