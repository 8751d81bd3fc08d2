package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{OptimisticTransactionImpl, Snapshot}
import org.apache.spark.sql.delta.actions.Action
import org.apache.spark.sql.delta.hooks.PostCommitHook

/** Passes the committed transaction to a hook, as Delta does since 4.1. */
abstract class CommittedHook extends PostCommitHook {

  def run(spark: SparkSession, committed: CommittedTransaction): Unit

  override def run(
      spark: SparkSession,
      transaction: OptimisticTransactionImpl,
      version: Long,
      after: Snapshot,
      actions: Seq[Action]
  ): Unit = run(spark, CommittedTransaction(transaction, version, after, Nil))
}
