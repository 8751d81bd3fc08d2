package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.DeltaLog

/** Runs Delta's metadata cleanup alone, in Delta 3.2 to 4.0, as it follows a checkpoint. */
object CleanUp {

  def apply(spark: SparkSession, table: Path): Unit = {
    DeltaLog.clearCache()
    val log = DeltaLog.forTable(spark, table)
    log.doLogCleanup(log.update())
  }
}
