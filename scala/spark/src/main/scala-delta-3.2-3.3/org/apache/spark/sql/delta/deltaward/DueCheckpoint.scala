package org.apache.spark.sql.delta.deltaward

/** Reads and requests the checkpoint after a commit, in Delta 3.2 and 3.3. */
object DueCheckpoint {

  def isDue(committed: CommittedTransaction): Boolean = committed.transaction.needsCheckpoint

  /** Returns the transaction with a checkpoint requested. */
  def request(committed: CommittedTransaction): CommittedTransaction = {
    committed.transaction.needsCheckpoint = true
    committed
  }
}
