package io.deltaward

/** Settings for tiny tables and statements that run once. Spreading or compiling such work costs more than it saves. */
object QuickSettings {

  val all: Map[String, String] = Map(
    "spark.sql.shuffle.partitions" -> "1",
    "spark.databricks.delta.snapshotPartitions" -> "1",
    "spark.sql.sources.parallelPartitionDiscovery.parallelism" -> "1",
    "spark.sql.files.minPartitionNum" -> "1",
    "spark.sql.leafNodeDefaultParallelism" -> "1",
    "spark.sql.codegen.wholeStage" -> "false",
    "spark.sql.codegen.factoryMode" -> "NO_CODEGEN",
    "spark.sql.adaptive.enabled" -> "false",
    // Spark takes and clears memory in pieces of this size, however little they hold.
    "spark.buffer.pageSize" -> "256k",
    "spark.broadcast.blockSize" -> "256k",
    "spark.ui.enabled" -> "false",
    "spark.ui.liveUpdate.period" -> "-1"
  )
}
