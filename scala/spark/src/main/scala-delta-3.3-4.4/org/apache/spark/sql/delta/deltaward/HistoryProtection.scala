package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{
  CheckpointProtectionTableFeature,
  DeltaErrors,
  RemovableFeature,
  Snapshot,
  TableFeature
}
import org.apache.spark.sql.delta.actions.Protocol
import org.apache.spark.sql.delta.catalog.DeltaTableV2
import org.apache.spark.sql.delta.sources.DeltaSQLConf

import io.deltaward.drops.DropMode

/** Tells how Delta treats the history that needs a dropped feature. Since 3.3, it can protect it. */
object HistoryProtection {

  /** Checks whether readers of older versions need the feature. */
  def needs(feature: TableFeature with RemovableFeature): Boolean =
    feature.requiresHistoryProtection

  /** Checks whether the feature is `checkpointProtection`. */
  def is(feature: TableFeature): Boolean = feature == CheckpointProtectionTableFeature

  /** Checks whether the protocol has `checkpointProtection`. */
  def isIn(protocol: Protocol): Boolean =
    protocol.isFeatureSupported(CheckpointProtectionTableFeature)

  /** Checks whether a drop without TRUNCATE HISTORY keeps the history. */
  def isOn(spark: SparkSession): Boolean =
    spark.sessionState.conf.getConf(DeltaSQLConf.FAST_DROP_FEATURE_ENABLED)

  /** Unit to which Delta rounds the cut-off of a drop without TRUNCATE HISTORY, in milliseconds. */
  val granularity: Long = DropMode.Day

  /** Returns Delta's refusal to drop the feature without TRUNCATE HISTORY. */
  def refusal(feature: TableFeature): Option[Throwable] =
    Option.when(is(feature))(
      DeltaErrors.canOnlyDropCheckpointProtectionWithHistoryTruncationException
    )

  /** Returns the newest version that is protected: the last one before the boundary, if it is still there. */
  def protectedUntil(table: DeltaTableV2, snapshot: Snapshot): Option[Long] =
    Option.unless(DropInvariants.protectedHistoryIsGone(table, snapshot))(
      CheckpointProtectionTableFeature.getCheckpointProtectionVersion(snapshot) - 1
    )
}
