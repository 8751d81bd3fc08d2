package io.deltaward.protocol

/** The clients that must understand a feature before they use a table that lists it (PROTOCOL.md, Table Features). */
sealed abstract class FeatureKind(override val toString: String)

object FeatureKind {

  /** Only writers must understand the feature: it never blocks a reader (rule P4). */
  case object Writer extends FeatureKind("writer")

  /** Readers and writers must understand the feature: it is in both `readerFeatures` and `writerFeatures`. */
  case object ReaderWriter extends FeatureKind("readerWriter")
}
