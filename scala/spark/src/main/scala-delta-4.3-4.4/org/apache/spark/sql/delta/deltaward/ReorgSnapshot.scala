package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.SnapshotDescriptor

/** Names the type of the table that REORG rewrites, in Delta 4.3 and 4.4. */
object ReorgSnapshot {
  type Type = SnapshotDescriptor
}
