package io.deltaward.concurrency.reads

import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition

/** Returns the inputs that a partition of a connector's RDD reads. Up to Spark 4.1 there can be several. */
object ConnectorPartitions {
  def unwrap(partition: DataSourceRDDPartition): Seq[InputPartition] = partition.inputPartitions
}
