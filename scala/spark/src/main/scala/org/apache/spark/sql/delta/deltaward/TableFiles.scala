package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.Snapshot
import org.apache.spark.sql.functions.col

object TableFiles {

  private val Absolute = "^([a-zA-Z][a-zA-Z0-9+.-]*:)?/"

  /** Checks whether all files of a table are in its own directory. The files of a shallow clone stay where they were. */
  def allInside(snapshot: Snapshot): Boolean =
    snapshot.allFiles.filter(col("path").rlike(Absolute)).isEmpty
}
