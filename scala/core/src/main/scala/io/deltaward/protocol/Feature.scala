package io.deltaward.protocol

/** Who must understand a feature before it may touch a table that lists it (PROTOCOL.md, Table Features). */
sealed abstract class FeatureKind(override val toString: String)

object FeatureKind {

  /** Writers only: it never blocks a reader (rule P4). */
  case object Writer extends FeatureKind("writer")

  /** Readers and writers: listed in both `readerFeatures` and `writerFeatures`. */
  case object ReaderWriter extends FeatureKind("readerWriter")
}

/** How far a feature has come. */
sealed abstract class FeatureStatus(override val toString: String)

object FeatureStatus {

  /** In PROTOCOL.md, or written under its final name by a released Delta. */
  case object Released extends FeatureStatus("released")

  /** A released client writes it under a `-preview` or `-dev` name. */
  case object Preview extends FeatureStatus("preview")

  /** An RFC names it; no release of Delta Lake for Spark writes it. */
  case object Proposed extends FeatureStatus("proposed")

  /** A name that neither PROTOCOL.md, its RFCs nor Delta 4.4.0 know. */
  case object Unknown extends FeatureStatus("unknown")
}

/**
 * The versions that implied a feature before feature lists existed (rule P3).
 *
 * @param reader the lowest `minReaderVersion` that implies it; 1 where readers need nothing
 * @param writer the lowest `minWriterVersion` that implies it, 2 to 6
 */
final case class LegacyVersions(reader: Int, writer: Int)

/**
 * One table feature, as a row of data.
 *
 * @param name     the name in the log, camelCase, exact
 * @param legacy   set for the features that numbered versions implied before feature lists
 * @param requires names of the features that must be supported along with it
 * @param source   where the row comes from: a section of PROTOCOL.md, an RFC, or a client's source
 */
final case class Feature(
    name: String,
    kind: FeatureKind,
    status: FeatureStatus,
    legacy: Option[LegacyVersions],
    requires: Set[String],
    source: String
) {
  def isLegacy: Boolean = legacy.isDefined
}

object Feature {

  /** A feature nobody here has heard of is a value, not an error: tables that list it can still be judged. */
  def unknown(name: String, kind: FeatureKind): Feature =
    Feature(name, kind, FeatureStatus.Unknown, None, Set.empty, "not known to this version")
}
