package org.apache.spark.sql.delta.deltaward

import io.deltaward.checkpoints.Grouping

/** Tells which log files a cleanup of Delta 3.2 removes together. */
object LogCleanup {
  val grouping: Grouping = Grouping.ByAge
}
