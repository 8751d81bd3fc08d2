package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{CommittedTransaction, MaintenanceOperation}

/** Reads and requests the checkpoint after a commit, in Delta 4.4. */
object DueCheckpoint {

  def isDue(committed: CommittedTransaction): Boolean =
    committed.maintenanceOperation.shouldCheckpoint

  /** Returns the transaction with a checkpoint requested. */
  def request(committed: CommittedTransaction): CommittedTransaction =
    committed.copy(maintenanceOperation = MaintenanceOperation(shouldCheckpoint = true))
}
