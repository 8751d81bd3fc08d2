package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaOperations, Snapshot, UniversalFormat}
import org.apache.spark.sql.delta.actions.{Action, Metadata, Protocol}

/** Adapts a commit to the UniForm of its table, in Delta 3.3. */
object UniFormInvariants {

  /** Returns the protocol and the metadata that UniForm needs instead of those given, if it needs others. */
  def enforce(
      @unused spark: SparkSession,
      @unused table: Option[CatalogTable],
      snapshot: Snapshot,
      protocol: Protocol,
      metadata: Metadata,
      operation: DeltaOperations.Operation,
      actions: Seq[Action]
  ): (Option[Protocol], Option[Metadata]) = UniversalFormat.enforceInvariantsAndDependencies(
    snapshot,
    protocol,
    metadata,
    Some(operation),
    actions
  )
}
