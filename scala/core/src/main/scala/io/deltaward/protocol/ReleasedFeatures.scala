package io.deltaward.protocol

import io.deltaward.protocol.FeatureKind.{ReaderWriter, Writer}

/** The features whose final name is in PROTOCOL.md, or is written by a released Delta. */
private[protocol] object ReleasedFeatures {

  private val appendix = "PROTOCOL.md, Valid Feature Names in Table Features"
  private val delta = "Delta Lake for Spark 4.4.0, TableFeature"

  private def row(name: String, kind: FeatureKind, source: String, requires: Seq[String]): Feature =
    Feature(name, kind, FeatureStatus.Released, None, requires.toSet, source)

  private def listed(name: String, kind: FeatureKind, requires: String*): Feature =
    row(name, kind, appendix, requires)

  /** Returns a feature that PROTOCOL.md describes in a section, but does not list in its table of names. */
  private def described(section: String)(
      name: String,
      kind: FeatureKind,
      requires: String*
  ): Feature = row(name, kind, s"PROTOCOL.md, $section", requires)

  private def written(name: String, kind: FeatureKind, requires: String*): Feature =
    row(name, kind, delta, requires)

  private def legacy(name: String, kind: FeatureKind, reader: Int, writer: Int): Feature =
    listed(name, kind).copy(legacy = Some(LegacyVersions(reader, writer)))

  /** Adds to the source that a vendor documents another kind than the log shows. Verdicts follow the log. */
  private def documentedAsReaderWriter(feature: Feature, because: String): Feature =
    feature.copy(source =
      s"${feature.source}; Databricks documents it as reader and writer, 3/7, $because"
    )

  val rows: Seq[Feature] = Seq(
    legacy("appendOnly", Writer, reader = 1, writer = 2),
    legacy("invariants", Writer, reader = 1, writer = 2),
    legacy("checkConstraints", Writer, reader = 1, writer = 3),
    legacy("changeDataFeed", Writer, reader = 1, writer = 4),
    legacy("generatedColumns", Writer, reader = 1, writer = 4),
    legacy("columnMapping", ReaderWriter, reader = 2, writer = 5),
    legacy("identityColumns", Writer, reader = 1, writer = 6),
    listed("allowColumnDefaults", Writer),
    listed("catalogManaged", ReaderWriter, "inCommitTimestamp", "vacuumProtocolCheck"),
    written("checkpointProtection", Writer),
    documentedAsReaderWriter(
      listed("clustering", Writer, "domainMetadata"),
      "since it turns on deletion vectors and v2 checkpoints there"
    ),
    documentedAsReaderWriter(
      listed("collations", Writer, "domainMetadata"),
      "without a reason given"
    ),
    listed("deletionVectors", ReaderWriter),
    listed("domainMetadata", Writer),
    written("geospatial", ReaderWriter),
    listed("icebergCompatV1", Writer, "columnMapping"),
    listed("icebergCompatV2", Writer, "columnMapping"),
    written("icebergCompatV3", Writer, "columnMapping", "rowTracking"),
    listed("inCommitTimestamp", Writer),
    written("materializePartitionColumns", Writer),
    listed("rowTracking", Writer, "domainMetadata"),
    listed("timestampNtz", ReaderWriter),
    described("Type Widening")("typeWidening", ReaderWriter),
    listed("v2Checkpoint", ReaderWriter),
    listed("vacuumProtocolCheck", ReaderWriter),
    described("Variant Shredding")("variantShredding", ReaderWriter, "variantType"),
    described("Variant Data Type")("variantType", ReaderWriter)
  )
}
