package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.CommittedTransaction

/** Reads and requests the checkpoint after a commit, in Delta 4.0. */
object DueCheckpoint {

  def isDue(committed: CommittedTransaction): Boolean =
    committed.needsCheckpoint

  /** Returns the transaction with a checkpoint requested. */
  def request(committed: CommittedTransaction): CommittedTransaction =
    committed.copy(finalNeedsCheckpoint = true)
}
