package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaLog, OptimisticTransactionImpl, Snapshot}
import org.apache.spark.sql.delta.hooks.PostCommitHook

/** Has the fields of Delta 4 for a transaction that has committed. Delta 3.2 and 3.3 keep them in the transaction. */
final case class CommittedTransaction(
    transaction: OptimisticTransactionImpl,
    committedVersion: Long,
    postCommitSnapshot: Snapshot,
    postCommitHooks: Seq[PostCommitHook]
) {
  def deltaLog: DeltaLog = transaction.deltaLog
  def catalogTable: Option[CatalogTable] = transaction.catalogTable
}
