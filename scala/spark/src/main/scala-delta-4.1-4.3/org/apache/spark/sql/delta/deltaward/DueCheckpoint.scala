package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.CommittedTransaction

/** The checkpoint that Delta makes after a commit, as Delta 4.1 to 4.3 plans it. */
object DueCheckpoint {

  def isDue(committed: CommittedTransaction): Boolean =
    committed.needsCheckpoint

  /** Returns the transaction with a checkpoint of its version to be made. */
  def request(committed: CommittedTransaction): CommittedTransaction =
    committed.copy(needsCheckpoint = true)
}
