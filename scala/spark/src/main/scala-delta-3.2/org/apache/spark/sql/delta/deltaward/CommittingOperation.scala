package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.delta.{CurrentTransactionInfo, DeltaOperations, OptimisticTransaction}
import org.apache.spark.sql.delta.actions.Action

/**
 * Tells the operation that a transaction commits. Delta 3.2 does not pass it to the attempts. All of them run within
 * `commitImpl`, which gets it.
 */
trait CommittingOperation extends OptimisticTransaction {

  private var operation: Option[DeltaOperations.Operation] = None

  override protected def commitImpl(
      actions: Seq[Action],
      op: DeltaOperations.Operation,
      canSkipEmptyCommits: Boolean,
      tags: Map[String, String]
  ): Option[Long] = {
    operation = Some(op)
    super.commitImpl(actions, op, canSkipEmptyCommits, tags)
  }

  /** Returns the operation. An attempt outside of `commitImpl` would count as an operation that nothing is known of. */
  protected def operationOf(@unused info: CurrentTransactionInfo): DeltaOperations.Operation =
    operation.getOrElse(DeltaOperations.ManualUpdate)
}
