package io.deltaward.protocol

import io.deltaward.protocol.FeatureKind.{ReaderWriter, Writer}

/** The features that an RFC or a library names, but no release of Delta Lake for Spark writes. */
private[protocol] object ProposedFeatures {

  private def row(name: String, kind: FeatureKind, source: String, requires: String*): Feature =
    Feature(name, kind, FeatureStatus.Proposed, None, requires.toSet, source)

  val rows: Seq[Feature] = Seq(
    row(
      "adaptiveMetadata",
      ReaderWriter,
      "protocol_rfcs/iceberg-v4-metadata.md",
      "columnMapping",
      "deletionVectors",
      "domainMetadata",
      "inCommitTimestamp",
      "rowTracking"
    ),
    row(
      "columnMappingUsageTracking",
      Writer,
      "protocol_rfcs/column-mapping-usage-tracking.md",
      "columnMapping"
    ),
    row("fileType", ReaderWriter, "protocol_rfcs/file-type.md"),
    row(
      "icebergWriterCompatV1",
      Writer,
      "protocol_rfcs/iceberg-writer-compat-v1.md",
      "icebergCompatV2"
    ),
    row(
      "icebergWriterCompatV3",
      Writer,
      "Delta Kernel (Java) 4.4.0, TableFeatures",
      "icebergCompatV3"
    ),
    row("intervalTypes", ReaderWriter, "protocol_rfcs/interval-types.md"),
    row(
      "managedCommits",
      Writer,
      "protocol_rfcs/managed-commits.md, rejected",
      "inCommitTimestamp"
    ),
    row("redirectReaderWriter", ReaderWriter, "protocol_rfcs/table-redirect.md"),
    row("redirectWriterOnly", Writer, "protocol_rfcs/table-redirect.md"),
    row("timestampNanos", ReaderWriter, "protocol_rfcs/nanosecond-timestamps.md", "timestampNtz")
  )
}
