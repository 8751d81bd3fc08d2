package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.Snapshot
import org.apache.spark.sql.functions.col

object TableFiles {

  private val Absolute = "^([a-zA-Z][a-zA-Z0-9+.-]*:)?/"

  /** Whether all files of a table are in its own directory: those of a shallow clone are where they were. */
  def allInside(snapshot: Snapshot): Boolean =
    snapshot.allFiles.filter(col("path").rlike(Absolute)).isEmpty
}
