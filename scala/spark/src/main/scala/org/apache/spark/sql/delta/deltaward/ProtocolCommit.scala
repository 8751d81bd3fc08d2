package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaLog, DeltaOperations}

import io.deltaward.protocol.LowestProtocol

/** Makes commits that hold a protocol and nothing else. */
object ProtocolCommit {

  /**
   * Lowers the protocol to the lowest one for the same features (rule P7).
   *
   * @return the newest version afterwards
   */
  def lower(spark: SparkSession, table: Path, entry: Option[CatalogTable]): Long = {
    val txn = DeltaLog.forTable(spark, table).startTransaction(entry)
    val lowest = ProtocolConversion.toDelta(
      LowestProtocol.lower(ProtocolConversion.toPlain(txn.protocol), DeltaFeatures.knownOtherwise)
    )
    if (lowest == txn.protocol) txn.readVersion
    else txn.commit(Seq(lowest), DeltaOperations.UpgradeProtocol(lowest))
  }
}
