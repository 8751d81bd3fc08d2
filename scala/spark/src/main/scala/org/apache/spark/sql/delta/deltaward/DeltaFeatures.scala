package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{RemovableFeature, TableFeature}

import io.deltaward.clients.RunningDelta
import io.deltaward.protocol.{Feature, FeatureKind, Features, LegacyVersions}

/** Reads the features that the running Delta knows from its own registry (rule D2). */
object DeltaFeatures {

  lazy val running: RunningDelta = {
    val known = TableFeature.allSupportedFeaturesMap.values.toSet
    // Delta refuses to drop catalogManaged, although it has the code for it.
    val removable = known.collect {
      case f: TableFeature with RemovableFeature if !DeltaSwitches.isCatalogManaged(f) => f
    }
    RunningDelta(
      features = known.map(_.name),
      droppable = removable.map(_.name),
      truncating = removable.filter(truncates).map(_.name)
    )
  }

  /** Returns the running Delta with the settings of a session. */
  def runningIn(session: SparkSession): RunningDelta =
    running.copy(protectsHistory = HistoryProtection.isOn(session))

  /** The features that Delta's registry describes differently than `Features`. The supported Delta has none. */
  lazy val knownOtherwise: Set[String] =
    Features.knownOtherwise(TableFeature.allSupportedFeaturesMap.values.map(asFeature))

  private def asFeature(feature: TableFeature): Feature = {
    val kind =
      if (feature.isReaderWriterFeature) FeatureKind.ReaderWriter else FeatureKind.Writer
    val legacy = Option.when(feature.isLegacyFeature)(
      LegacyVersions(feature.minReaderVersion.max(1), feature.minWriterVersion)
    )
    Feature.unknown(feature.name, kind).copy(legacy = legacy)
  }

  /**
   * Checks whether a drop takes TRUNCATE HISTORY. Delta refuses the clause if history needs no protection. It only drops
   * checkpointProtection with the clause (rule D5).
   */
  private def truncates(feature: TableFeature with RemovableFeature): Boolean =
    HistoryProtection.needs(feature) || HistoryProtection.is(feature)
}
