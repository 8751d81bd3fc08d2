package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.OptimisticTransaction

/** Adds features as `prepareCommit` of Delta 3.3 does. */
trait NeededFeatures extends OptimisticTransaction {

  /** Adds what the features of the new metadata need. */
  protected def addNeededFeatures(): Unit =
    updateMetadataAndProtocolWithRequiredFeatures(newMetadata)
}
