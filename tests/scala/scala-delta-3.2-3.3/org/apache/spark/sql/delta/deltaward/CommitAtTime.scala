package org.apache.spark.sql.delta.deltaward

import java.sql.Timestamp

import org.apache.spark.sql.delta.DeltaLog

/** Asks Delta 3.2 or 3.3 which version a table had at a time. */
object CommitAtTime {

  def version(log: DeltaLog, timestamp: Long): Long = log.history
    .getActiveCommitAtTime(new Timestamp(timestamp), canReturnLastCommit = false)
    .version
}
