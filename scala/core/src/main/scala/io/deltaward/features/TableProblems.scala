package io.deltaward.features

import io.deltaward.protocol._
import io.deltaward.protocol.ProtocolProblem._

/**
 * What makes a protocol invalid for the table that has it (PROTOCOL.md, the section of each feature): Delta does not open
 * such a table, or takes it for what it is not.
 */
private[features] object TableProblems {

  /** In a stable order. Of a protocol that is invalid by itself it is not known what it supports: nothing is said. */
  def in(table: TableDescriptor): Seq[ProtocolProblem] =
    if (ProtocolProblem.in(table.protocol).nonEmpty) Nil
    else enabledMissing(table) ++ requiredMissing(table)

  private def enabledMissing(table: TableDescriptor): Seq[ProtocolProblem] = {
    val context = SignContext(table.properties, table.schema, Traces.unknown)
    Features.all
      .filterNot(feature => FeatureSigns.synonyms(feature.name).exists(table.supported))
      .filterNot(isOptional(_, table.protocol))
      .flatMap(feature => FeatureSigns.of(feature.name).demands(context).map(feature.name -> _))
      .distinctBy { case (name, _) => FeatureSigns.synonyms(name) }
      .map { case (name, reason) => EnabledFeatureMissing(name, reason) }
  }

  /** A writer of a legacy version keeps the properties and schema of a later one as they are, and readers ignore them. */
  private def isOptional(feature: Feature, protocol: Protocol): Boolean =
    protocol.minWriterVersion < Protocol.TableFeaturesWriter &&
      feature.isLegacy && feature.kind == FeatureKind.Writer

  /** What an RFC proposes may still change. */
  private def requiredMissing(table: TableDescriptor): Seq[ProtocolProblem] = for {
    dependent <- table.protocol.listedFeatures.toSeq.sorted.map(table.protocol.feature)
    if dependent.status != FeatureStatus.Proposed
    required <- (dependent.requires -- table.supported).toSeq.sorted
  } yield RequiredFeatureMissing(required, dependent.name)
}
