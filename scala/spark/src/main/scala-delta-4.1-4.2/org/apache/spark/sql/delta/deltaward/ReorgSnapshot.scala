package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.Snapshot

/** The table of which Delta 4.1 and 4.2 rewrite files. */
object ReorgSnapshot {
  type Type = Snapshot
}
