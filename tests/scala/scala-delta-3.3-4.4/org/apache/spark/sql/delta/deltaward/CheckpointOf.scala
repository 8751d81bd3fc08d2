package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.Snapshot

/** Has Delta make a checkpoint. */
object CheckpointOf {

  def write(snapshot: Snapshot): Unit = snapshot.deltaLog.checkpoint(snapshot, None)
}
