package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{DeltaOperations, OptimisticTransaction, Snapshot}
import org.apache.spark.sql.delta.actions.{Action, Protocol}

/**
 * Finds the last moment at which `commitLarge` takes another protocol or metadata. Delta 3.2 writes the protocol that it is
 * called with, so this moment is before the call.
 */
trait LargeCommit extends OptimisticTransaction {

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
    newProtocol = newProtocolOpt
    beforeLargeCommit(op)
    super.commitLarge(spark, actions, newProtocol, op, context, metrics)
  }
}
