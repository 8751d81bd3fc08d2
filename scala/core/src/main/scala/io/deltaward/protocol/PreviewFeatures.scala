package io.deltaward.protocol

import io.deltaward.protocol.FeatureKind.{ReaderWriter, Writer}

/** The features that a release writes under a preview name until the final name is settled. */
private[protocol] object PreviewFeatures {

  private val delta = "Delta Lake for Spark 4.4.0, TableFeature"
  private val deltaTests = "Delta Lake for Spark 4.4.0, TableFeature; for its tests only"

  private def row(name: String, kind: FeatureKind, source: String, requires: String*): Feature =
    Feature(name, kind, FeatureStatus.Preview, None, requires.toSet, source)

  val rows: Seq[Feature] = Seq(
    row(
      "adaptiveMetadata-preview",
      ReaderWriter,
      delta,
      "catalogManaged",
      "columnMapping",
      "deletionVectors",
      "domainMetadata",
      "rowTracking"
    ),
    row(
      "catalogOwned-preview",
      ReaderWriter,
      "Delta Lake for Spark 4.0.0, TableFeature; catalogManaged from 4.0.1 on",
      "inCommitTimestamp",
      "vacuumProtocolCheck"
    ),
    row(
      "collations-preview",
      Writer,
      "Delta Kernel (Java) 4.4.0, TableFeatures; Databricks documents it as reader and writer, 3/7",
      "domainMetadata"
    ),
    row("coordinatedCommits-preview", Writer, delta, "inCommitTimestamp", "vacuumProtocolCheck"),
    row("geospatial-dev", ReaderWriter, delta),
    row(
      "inCommitTimestamp-preview",
      Writer,
      "Delta Lake for Spark 3.2.0, TableFeature; inCommitTimestamp from 3.3.0 on"
    ),
    row("redirectReaderWriter-preview", ReaderWriter, deltaTests),
    row("redirectWriterOnly-preview", Writer, deltaTests),
    row("typeWidening-preview", ReaderWriter, delta),
    row("variantShredding-preview", ReaderWriter, delta),
    row("variantType-preview", ReaderWriter, delta)
  )
}
