package org.apache.spark.sql.delta.deltaward

import io.deltaward.checkpoints.Grouping

/** Tells which log files a cleanup of Delta 3.3 and later removes together. */
object LogCleanup {
  val grouping: Grouping = Grouping.ByCheckpoint
}
