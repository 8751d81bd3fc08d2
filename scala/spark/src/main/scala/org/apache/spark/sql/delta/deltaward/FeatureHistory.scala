package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta._
import org.apache.spark.sql.delta.catalog.DeltaTableV2

/** Which retained versions need a feature to be read. */
final private[deltaward] class FeatureHistory(delta: DeltaTableV2, snapshot: Snapshot) {

  /**
   * The newest version that does; `None` where none does. Delta asks the same of every action of the retained commits
   * and of the oldest checkpoint.
   *
   * @param checkpoints versions, ascending
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
      feature.validateDropInvariants(delta, delta.deltaLog.getSnapshotAt(version))
    }
    if (written.isEmpty && clean == checkpoints.headOption) None
    else clean.map(_ - 1).orElse(written)
  }

  /** The same for `checkpointProtection`, which protects what is before the boundary. */
  def protectedUntil: Option[Long] =
    Option.unless(
      CheckpointProtectionTableFeature.historyPriorToCheckpointProtectionVersionIsTruncated(
        snapshot,
        delta.catalogTable
      )
    )(CheckpointProtectionTableFeature.getCheckpointProtectionVersion(snapshot) - 1)
}
