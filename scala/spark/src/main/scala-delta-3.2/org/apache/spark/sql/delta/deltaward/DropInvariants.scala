package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.delta.{RemovableFeature, Snapshot, TableFeature}
import org.apache.spark.sql.delta.catalog.DeltaTableV2

/** Runs the check that Delta 3.2 runs before it drops a feature. */
object DropInvariants {

  /** Checks whether the snapshot has no traces of the feature. */
  def hold(
      feature: TableFeature with RemovableFeature,
      @unused table: DeltaTableV2,
      snapshot: Snapshot
  ): Boolean = feature.validateRemoval(snapshot)
}
