package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{LazyCompleteCheckpointProvider, Snapshot, V2CheckpointProvider}

/** Reads the kind of checkpoint that a snapshot was read from, in Delta 3.2. */
object NewestCheckpoint {

  def isV2(snapshot: Snapshot): Boolean = snapshot.checkpointProvider match {
    case lazily: LazyCompleteCheckpointProvider =>
      lazily.underlyingCheckpointProvider.isInstanceOf[V2CheckpointProvider]
    case known => known.isInstanceOf[V2CheckpointProvider]
  }
}
