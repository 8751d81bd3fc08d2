package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.catalog.DeltaTableV2

/** Finds the retained versions that only a client with a feature can read. */
final private[deltaward] class FeatureHistory(delta: DeltaTableV2) {

  /**
   * Returns the newest version that needs the feature, or `None` if none does. Delta asks the same of every action of the
   * retained commits, and of the oldest checkpoint.
   *
   * @param checkpoints the versions of checkpoints, ascending
   */
  def usedUntil(
      feature: TableFeature with RemovableFeature,
      checkpoints: Seq[Long]
  ): Option[Long] = {
    val written = delta.deltaLog
      .getChanges(0, failOnDataLoss = false)
      .collect { case (version, actions) if actions.exists(feature.actionUsesFeature) => version }
      .reduceOption(_ max _)
    val clean = checkpoints.filter(c => written.forall(_ < c)).find { version =>
      DropInvariants.hold(feature, delta, delta.deltaLog.getSnapshotAt(version))
    }
    if (written.isEmpty && clean == checkpoints.headOption) None
    else clean.map(_ - 1).orElse(written)
  }
}
