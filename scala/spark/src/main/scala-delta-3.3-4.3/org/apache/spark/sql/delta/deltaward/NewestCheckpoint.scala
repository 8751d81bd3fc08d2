package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{CheckpointPolicy, Snapshot}

/** Reads the kind of checkpoint that a snapshot was read from. */
object NewestCheckpoint {

  def isV2(snapshot: Snapshot): Boolean =
    snapshot.checkpointProvider.checkpointPolicy.contains(CheckpointPolicy.V2)
}
