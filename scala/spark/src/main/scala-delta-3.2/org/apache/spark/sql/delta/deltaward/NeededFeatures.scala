package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.OptimisticTransaction
import org.apache.spark.sql.delta.actions.Protocol

/** Adds features as `prepareCommit` of Delta 3.2 does. */
trait NeededFeatures extends OptimisticTransaction {

  /** Adds what the features of the new metadata need. */
  protected def addNeededFeatures(): Unit =
    newProtocol = newMetadata
      .flatMap(Protocol.upgradeProtocolFromMetadataForExistingTable(spark, _, protocol))
      .orElse(newProtocol)
}
