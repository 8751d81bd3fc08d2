package io.deltaward.features

import io.deltaward.protocol._
import io.deltaward.protocol.ProtocolProblem._

/**
 * Finds the problems that make a protocol invalid for its table (PROTOCOL.md, the section of each feature). Delta does
 * not open such a table, or misreads it.
 */
private[features] object TableProblems {

  /**
   * Returns the problems in a stable order. Returns none if the protocol is invalid by itself, since its features are
   * then unknown.
   */
  def findIn(table: TableDescriptor): Seq[ProtocolProblem] =
    if (ProtocolProblem.findIn(table.protocol).nonEmpty) Nil
    else enabledMissing(table) ++ requiredMissing(table)

  private def enabledMissing(table: TableDescriptor): Seq[ProtocolProblem] = {
    val context = SignContext(table.properties, table.schema, Traces.unknown)
    Features.all
      .filterNot(feature => FeatureSigns.synonyms(feature.name).exists(table.supported))
      .filterNot(isOptional(_, table.protocol))
      .flatMap(feature =>
        FeatureSigns.forFeature(feature.name).demands(context).map(feature.name -> _)
      )
      .distinctBy { case (name, _) => FeatureSigns.synonyms(name) }
      .map { case (name, reason) => EnabledFeatureMissing(name, reason) }
  }

  /**
   * Checks whether the protocol may leave the feature out. Writers of a legacy version keep properties and schema of a
   * later version unchanged, and readers ignore them.
   */
  private def isOptional(feature: Feature, protocol: Protocol): Boolean =
    protocol.minWriterVersion < Protocol.TableFeaturesWriter &&
      feature.isLegacy && feature.kind == FeatureKind.Writer

  /** Skips proposed features, since an RFC may still change. */
  private def requiredMissing(table: TableDescriptor): Seq[ProtocolProblem] = for {
    dependent <- table.protocol.listedFeatures.toSeq.sorted.map(table.protocol.feature)
    if dependent.status != FeatureStatus.Proposed
    required <- (dependent.requires -- table.supported).toSeq.sorted
  } yield RequiredFeatureMissing(required, dependent.name)
}
