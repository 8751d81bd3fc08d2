package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.Snapshot

/** Compares a version with its checksum file, as Delta 3.3 and later do. */
object SnapshotChecksum {

  def holds(snapshot: Snapshot): Boolean = snapshot.validateChecksum()
}
