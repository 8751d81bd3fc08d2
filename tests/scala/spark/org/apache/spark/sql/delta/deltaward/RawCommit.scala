package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{DeltaLog, DeltaOperations}
import org.apache.spark.sql.delta.actions.{Metadata, Protocol}

/** A first commit that lists a reader feature for writers only, as an engine may that keeps the lists by hand. */
object RawCommit {

  def apply(table: Path, feature: String): Unit = {
    val txn = DeltaLog.forTable(SparkSession.active, table).startTransaction(None)
    txn.commit(
      Seq(
        Protocol(1, 7, None, Some(Set(feature))),
        Metadata(schemaString = """{"type":"struct","fields":[]}""")
      ),
      DeltaOperations.ManualUpdate
    ): Unit
  }
}
