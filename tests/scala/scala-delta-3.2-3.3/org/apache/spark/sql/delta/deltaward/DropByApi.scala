package org.apache.spark.sql.delta.deltaward

import io.delta.tables.DeltaTable

/** Drops a feature with the command behind Delta's API. Delta 3.2 and 3.3 have it in SQL alone. */
object DropByApi {

  def apply(table: DeltaTable, feature: String): Unit =
    table.toDF.sparkSession
      .sql(
        s"ALTER TABLE delta.`${table.detail().head().getAs[String]("location")}` DROP FEATURE $feature"
      ): Unit
}
