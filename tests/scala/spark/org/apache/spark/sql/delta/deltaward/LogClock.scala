package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.util.ManualClock

/** Sets the clock that Delta keeps with each log that it has opened. */
object LogClock {

  /** Opens the log of the table anew, with a clock that stands still at `time` (milliseconds since the epoch). */
  def set(spark: SparkSession, table: Path, time: Long): Unit = {
    DeltaLog.clearCache()
    val log = DeltaLog.forTable(spark, table, new ManualClock(time))
    require(log.clock.getTimeMillis() == time && (DeltaLog.forTable(spark, table) eq log))
  }
}
