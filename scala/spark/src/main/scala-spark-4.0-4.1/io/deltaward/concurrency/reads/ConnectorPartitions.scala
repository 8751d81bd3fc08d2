package io.deltaward.concurrency.reads

import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition

/** What a partition of a connector's RDD reads: several inputs, until Spark 4.1. */
object ConnectorPartitions {
  def of(partition: DataSourceRDDPartition): Seq[InputPartition] = partition.inputPartitions
}
