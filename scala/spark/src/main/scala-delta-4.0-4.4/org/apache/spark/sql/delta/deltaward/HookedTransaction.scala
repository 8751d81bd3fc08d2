package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{CommittedTransaction, DeltaLog, Snapshot}

/** Connects the moment before Delta's hooks to the method that Delta 4 calls. */
abstract class HookedTransaction(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot
) extends AttemptedTransaction(deltaLog, catalogTable, snapshot) {

  /** Called after the commit. Returns the transaction for which Delta's hooks run. */
  protected def beforeHooks(done: CommittedTransaction): CommittedTransaction

  override protected def runPostCommitHooks(done: CommittedTransaction): Unit =
    super.runPostCommitHooks(beforeHooks(done))

  /** Adds what the features of the new metadata and protocol need. */
  protected def addNeededFeatures(): Unit =
    updateMetadataAndProtocolWithRequiredFeatures(newMetadata, newProtocol.toSeq)
}
