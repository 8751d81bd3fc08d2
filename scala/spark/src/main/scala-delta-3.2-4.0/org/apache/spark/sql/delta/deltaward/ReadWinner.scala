package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.FileStatus
import org.apache.spark.sql.delta.WinningCommitSummary
import org.apache.spark.sql.delta.actions.Action

/**
 * A winning commit with its file. Delta 3.2 to 4.0 take the time of the commit from the file when a loser starts
 * timestamps.
 */
final class ReadWinner(val file: FileStatus, actions: Seq[Action], version: Long)
    extends WinningCommitSummary(actions, version)
