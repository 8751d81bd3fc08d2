package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.SnapshotDescriptor

/** The table of which Delta 4.3 and 4.4 rewrite files. */
object ReorgSnapshot {
  type Type = SnapshotDescriptor
}
