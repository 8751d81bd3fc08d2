package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.DeltaOperations

/** Checks whether a write may replace the schema of its table, in Delta 4.1 to 4.4. */
object SchemaOverwrite {

  def isPossible(write: DeltaOperations.Write): Boolean = write.canOverwriteSchema.contains(true)
}
