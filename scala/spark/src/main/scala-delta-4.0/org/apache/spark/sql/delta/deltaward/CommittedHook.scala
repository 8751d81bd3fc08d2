package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{CommittedTransaction, DeltaTransaction, Snapshot}
import org.apache.spark.sql.delta.actions.Action
import org.apache.spark.sql.delta.hooks.PostCommitHook

/** Lets a hook take the committed transaction, as Delta 4.1 does. */
abstract class CommittedHook extends PostCommitHook {

  def run(spark: SparkSession, committed: CommittedTransaction): Unit

  override def run(
      spark: SparkSession,
      transaction: DeltaTransaction,
      version: Long,
      after: Snapshot,
      actions: Iterator[Action]
  ): Unit = transaction match {
    case committed: CommittedTransaction => run(spark, committed)
    case other => throw new IllegalStateException(s"${other.getClass.getName} is not committed")
  }
}
