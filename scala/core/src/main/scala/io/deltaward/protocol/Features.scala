package io.deltaward.protocol

import io.deltaward.protocol.FeatureKind.{ReaderWriter, Writer}
import io.deltaward.protocol.FeatureStatus.{Preview, Proposed, Released}

/**
 * Every table feature that PROTOCOL.md, its RFCs and Delta 4.4.0 name. A client that meets a name outside this table
 * still gets a [[Feature]], with status unknown.
 */
object Features {

  private def spec(name: String, kind: FeatureKind, requires: String*): Feature =
    Feature(
      name,
      kind,
      Released,
      None,
      requires.toSet,
      "PROTOCOL.md, Valid Feature Names in Table Features"
    )

  private def numbered(name: String, kind: FeatureKind, reader: Int, writer: Int): Feature =
    spec(name, kind).copy(legacy = Some(LegacyVersions(reader, writer)))

  private def preview(name: String, kind: FeatureKind, requires: String*): Feature =
    Feature(name, kind, Preview, None, requires.toSet, "Delta Lake for Spark 4.4.0, TableFeature")

  private def proposed(name: String, kind: FeatureKind, rfc: String, requires: String*): Feature =
    Feature(name, kind, Proposed, None, requires.toSet, s"protocol_rfcs/$rfc")

  val all: Seq[Feature] = Seq(
    numbered("appendOnly", Writer, reader = 1, writer = 2),
    numbered("invariants", Writer, reader = 1, writer = 2),
    numbered("checkConstraints", Writer, reader = 1, writer = 3),
    numbered("changeDataFeed", Writer, reader = 1, writer = 4),
    numbered("generatedColumns", Writer, reader = 1, writer = 4),
    numbered("columnMapping", ReaderWriter, reader = 2, writer = 5),
    numbered("identityColumns", Writer, reader = 1, writer = 6),
    spec("allowColumnDefaults", Writer),
    spec("catalogManaged", ReaderWriter, "inCommitTimestamp", "vacuumProtocolCheck"),
    spec("checkpointProtection", Writer),
    spec("clustering", Writer, "domainMetadata"),
    spec("deletionVectors", ReaderWriter),
    spec("domainMetadata", Writer),
    spec("geospatial", ReaderWriter),
    spec("icebergCompatV1", Writer, "columnMapping"),
    spec("icebergCompatV2", Writer, "columnMapping"),
    spec("icebergCompatV3", Writer, "columnMapping", "rowTracking"),
    spec("inCommitTimestamp", Writer),
    spec("materializePartitionColumns", Writer),
    spec("rowTracking", Writer, "domainMetadata"),
    spec("timestampNtz", ReaderWriter),
    spec("typeWidening", ReaderWriter),
    spec("v2Checkpoint", ReaderWriter),
    spec("vacuumProtocolCheck", ReaderWriter),
    spec("variantShredding", ReaderWriter, "variantType"),
    spec("variantType", ReaderWriter),
    preview(
      "adaptiveMetadata-preview",
      ReaderWriter,
      "catalogManaged",
      "columnMapping",
      "deletionVectors",
      "domainMetadata",
      "rowTracking"
    ),
    preview("coordinatedCommits-preview", Writer, "inCommitTimestamp", "vacuumProtocolCheck"),
    preview("geospatial-dev", ReaderWriter),
    preview("typeWidening-preview", ReaderWriter),
    preview("variantShredding-preview", ReaderWriter),
    preview("variantType-preview", ReaderWriter),
    proposed("icebergWriterCompatV1", Writer, "iceberg-writer-compat-v1.md", "icebergCompatV2")
  )

  val byName: Map[String, Feature] = all.map(f => f.name -> f).toMap

  /** The features that numbered versions imply (rule P3), with those versions. */
  val legacy: Seq[(Feature, LegacyVersions)] = all.flatMap(f => f.legacy.map(f -> _))

  /** Features of `names` that need `name` to be supported. */
  def dependents(name: String, names: Set[String]): Set[String] =
    names.filter(other => byName.get(other).exists(_.requires.contains(name)))
}
