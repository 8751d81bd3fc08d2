package org.apache.spark.sql.delta.deltaward

import io.delta.tables.DeltaTable
import org.apache.spark.sql.types.StructField

/** Makes an identity column by Delta's builder. */
object IdentityByApi {

  def column(name: String): StructField =
    DeltaTable.columnBuilder(name).dataType("BIGINT").generatedAlwaysAsIdentity(1, 1).build()
}
