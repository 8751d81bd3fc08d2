package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{
  CatalogOwnedTableFeature,
  CheckpointProtectionTableFeature,
  RemovableFeature,
  TableFeature
}

import io.deltaward.clients.RunningDelta

/** The features that the running Delta knows, asked of its own registry (rule D2). */
object DeltaFeatures {

  lazy val running: RunningDelta = {
    val known = TableFeature.allSupportedFeaturesMap.values.toSet
    // A statement that drops catalogManaged is refused, although Delta has the code for it.
    val removable = known.collect {
      case f: TableFeature with RemovableFeature if f != CatalogOwnedTableFeature => f
    }
    RunningDelta(
      features = known.map(_.name),
      droppable = removable.map(_.name),
      truncating = removable.filter(truncates).map(_.name)
    )
  }

  /** Delta refuses the clause where history needs no protection; checkpointProtection goes with it only (rule D5). */
  private def truncates(feature: TableFeature with RemovableFeature): Boolean =
    feature.requiresHistoryProtection || feature == CheckpointProtectionTableFeature
}
