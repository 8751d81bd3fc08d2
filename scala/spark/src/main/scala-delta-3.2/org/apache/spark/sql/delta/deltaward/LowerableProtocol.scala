package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{DeltaOperations, OptimisticTransaction}
import org.apache.spark.sql.delta.actions.{Action, Protocol}

/** Lets a commit lower the versions of a protocol. Delta 3.2 takes that for a downgrade, although the features stay. */
trait LowerableProtocol extends OptimisticTransaction {

  override protected def prepareCommit(
      actions: Seq[Action],
      op: DeltaOperations.Operation
  ): Seq[Action] = op match {
    case DeltaOperations.UpgradeProtocol(lower) if newProtocol.isEmpty && hasSameFeatures(lower) =>
      val prepared = super.prepareCommit(actions.filterNot(_ == lower), op)
      newProtocol = Some(lower)
      lower +: prepared
    case _ => super.prepareCommit(actions, op)
  }

  private def hasSameFeatures(lower: Protocol): Boolean =
    lower.implicitlyAndExplicitlySupportedFeatures ==
      snapshot.protocol.implicitlyAndExplicitlySupportedFeatures
}
