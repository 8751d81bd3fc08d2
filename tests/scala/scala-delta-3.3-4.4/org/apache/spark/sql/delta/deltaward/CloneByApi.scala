package org.apache.spark.sql.delta.deltaward

import io.delta.tables.DeltaTable

/** Clones a table over another one by Delta's method. */
object CloneByApi {

  def over(table: String, source: String): Unit =
    DeltaTable.forPath(source).clone(table, isShallow = true, replace = true): Unit
}
