package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.delta.DeltaOperations

/**
 * Checks whether a write may replace the schema of its table. Delta 3.2 to 4.0 do not record this, so every overwrite
 * counts.
 */
object SchemaOverwrite {

  def isPossible(write: DeltaOperations.Write): Boolean = write.mode == SaveMode.Overwrite
}
