package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.Snapshot

/** Names the type of the table that REORG rewrites, in Delta 3.2 to 4.2. */
object ReorgSnapshot {
  type Type = Snapshot
}
