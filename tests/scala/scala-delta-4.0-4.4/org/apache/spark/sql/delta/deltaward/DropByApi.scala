package org.apache.spark.sql.delta.deltaward

import io.delta.tables.DeltaTable

/** Drops a feature with Delta's API, which Delta 4 has. */
object DropByApi {
  def apply(table: DeltaTable, feature: String): Unit = table.dropFeatureSupport(feature)
}
