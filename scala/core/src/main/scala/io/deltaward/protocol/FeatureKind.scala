package io.deltaward.protocol

/** Who must understand a feature before it may touch a table that lists it (PROTOCOL.md, Table Features). */
sealed abstract class FeatureKind(override val toString: String)

object FeatureKind {

  /** Writers only: it never blocks a reader (rule P4). */
  case object Writer extends FeatureKind("writer")

  /** Readers and writers: listed in both `readerFeatures` and `writerFeatures`. */
  case object ReaderWriter extends FeatureKind("readerWriter")
}
