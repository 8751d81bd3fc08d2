package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{CommittedTransaction, MaintenanceOperation}

/** The checkpoint that Delta makes after a commit, as Delta 4.4 plans it. */
object DueCheckpoint {

  def isDue(committed: CommittedTransaction): Boolean =
    committed.maintenanceOperation.shouldCheckpoint

  /** Returns the transaction with a checkpoint of its version to be made. */
  def request(committed: CommittedTransaction): CommittedTransaction =
    committed.copy(maintenanceOperation = MaintenanceOperation(shouldCheckpoint = true))
}
