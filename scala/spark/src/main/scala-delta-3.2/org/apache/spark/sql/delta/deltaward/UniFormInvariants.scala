package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaOperations, Snapshot, UniversalFormat}
import org.apache.spark.sql.delta.actions.{Action, Metadata, Protocol}

/** Adapts the commit of a new table to its UniForm, in Delta 3.2. */
object UniFormInvariants {

  /** Returns the protocol and the metadata that UniForm needs instead of those given, if it needs others. */
  def enforce(
      @unused spark: SparkSession,
      @unused table: Option[CatalogTable],
      snapshot: Snapshot,
      protocol: Protocol,
      metadata: Metadata,
      @unused operation: DeltaOperations.Operation,
      actions: Seq[Action]
  ): (Option[Protocol], Option[Metadata]) = UniversalFormat.enforceInvariantsAndDependencies(
    snapshot,
    protocol,
    metadata,
    isCreatingOrReorgTable = true,
    actions
  )
}
