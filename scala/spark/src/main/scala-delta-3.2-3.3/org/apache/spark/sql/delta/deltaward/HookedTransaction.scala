package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaLog, Snapshot}
import org.apache.spark.sql.delta.actions.Action

/** Connects the moment before Delta's hooks to the method that Delta 3.2 and 3.3 call. */
abstract class HookedTransaction(
    deltaLog: DeltaLog,
    catalogTable: Option[CatalogTable],
    snapshot: Snapshot
) extends AttemptedTransaction(deltaLog, catalogTable, snapshot) with NeededFeatures {

  /** Called after the commit. Returns the transaction for which Delta's hooks run. */
  protected def beforeHooks(done: CommittedTransaction): CommittedTransaction

  override protected def runPostCommitHooks(
      version: Long,
      after: Snapshot,
      actions: Seq[Action]
  ): Unit = {
    val hooks =
      beforeHooks(CommittedTransaction(this, version, after, postCommitHooks.toSeq)).postCommitHooks
    postCommitHooks.clear()
    postCommitHooks ++= hooks
    super.runPostCommitHooks(version, after, actions)
  }
}
