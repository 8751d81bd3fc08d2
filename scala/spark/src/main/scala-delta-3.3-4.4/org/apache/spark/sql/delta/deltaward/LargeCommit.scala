package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{DeltaOperations, OptimisticTransaction, Snapshot}
import org.apache.spark.sql.delta.actions.{Action, CommitInfo, Protocol}

/** Finds the last moment in `commitLarge` before protocol and metadata become actions, in Delta 3.3 and later. */
trait LargeCommit extends OptimisticTransaction {

  /** Set while `commitLarge` runs: it does not pass through `prepareCommit` or `doCommit`. */
  private var largeCommit: Option[DeltaOperations.Operation] = None

  /** Called when the transaction has the protocol and the metadata that it would write. */
  protected def beforeLargeCommit(op: DeltaOperations.Operation): Unit

  override def commitLarge(
      spark: SparkSession,
      actions: Iterator[Action],
      newProtocolOpt: Option[Protocol],
      op: DeltaOperations.Operation,
      context: Map[String, String],
      metrics: Map[String, String]
  ): (Long, Snapshot) = {
    largeCommit = Some(op)
    try super.commitLarge(spark, actions, newProtocolOpt, op, context, metrics)
    finally largeCommit = None
  }

  override protected def updateMetadataWithInCommitTimestamp(info: CommitInfo): Boolean = {
    val changed = super.updateMetadataWithInCommitTimestamp(info)
    largeCommit.foreach(beforeLargeCommit)
    changed
  }
}
