package io.deltaward.concurrency.reads

import org.apache.spark.sql.connector.read.InputPartition
import org.apache.spark.sql.execution.datasources.v2.DataSourceRDDPartition

/** Returns the input that a partition of a connector's RDD reads. Since Spark 4.2 there is at most one. */
object ConnectorPartitions {
  def unwrap(partition: DataSourceRDDPartition): Seq[InputPartition] =
    partition.inputPartition.toSeq
}
