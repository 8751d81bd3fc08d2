package io.deltaward.protocol

/**
 * A reason why a protocol is invalid, by itself or for its table (rules P1, P2; PROTOCOL.md, Protocol Evolution and
 * Table Features).
 *
 * @param condition  the sub-condition of `DELTAWARD_INVALID_PROTOCOL` that reports it
 * @param field      the field of the protocol action that is wrong
 * @param parameters parameters of the message, besides the field
 */
sealed abstract class ProtocolProblem(
    val condition: String,
    val field: String,
    val parameters: Map[String, String]
) extends Product
    with Serializable

object ProtocolProblem {

  /** A version below 1. */
  final case class NegativeVersion(name: String, version: Int)
      extends ProtocolProblem("NEGATIVE_VERSION", name, Map("version" -> version.toString))

  /** A version that PROTOCOL.md does not define: no client can open the table. */
  final case class UndefinedVersion(name: String, version: Int, highest: Int)
      extends ProtocolProblem(
        "UNDEFINED_VERSION",
        name,
        Map("version" -> version.toString, "highest" -> highest.toString)
      )

  /** A feature list beside a version that does not allow one. */
  final case class ListWithoutVersion(name: String, version: Int, needed: Int)
      extends ProtocolProblem(
        "LIST_WITHOUT_VERSION",
        name,
        Map("version" -> version.toString, "needed" -> needed.toString)
      )

  /** A missing feature list beside a version that requires one. */
  final case class MissingList(name: String, version: Int)
      extends ProtocolProblem("MISSING_LIST", name, Map("version" -> version.toString))

  /** Reader version 3 without writer version 7. */
  final case class ReaderListsWithoutWriterLists(writerVersion: Int)
      extends ProtocolProblem(
        "READER_3_WITHOUT_WRITER_7",
        "minWriterVersion",
        Map("version" -> writerVersion.toString)
      )

  /** A reader feature that is missing from `writerFeatures`. */
  final case class NotAWriterFeature(feature: String)
      extends ProtocolProblem(
        "READER_FEATURE_NOT_IN_WRITER_FEATURES",
        "writerFeatures",
        Map("feature" -> feature)
      )

  /** A feature for readers and writers that is missing from `readerFeatures`. */
  final case class NotAReaderFeature(feature: String)
      extends ProtocolProblem(
        "READER_WRITER_FEATURE_NOT_FOR_READERS",
        "readerFeatures",
        Map("feature" -> feature)
      )

  /** A writer feature in `readerFeatures`. */
  final case class WriterFeatureForReaders(feature: String)
      extends ProtocolProblem(
        "WRITER_FEATURE_IN_READER_FEATURES",
        "readerFeatures",
        Map("feature" -> feature)
      )

  /**
   * A feature that the table's properties or schema turn on, but the protocol does not support.
   *
   * @param reason the part of the properties or schema that turns it on, in words
   */
  final case class EnabledFeatureMissing(feature: String, reason: String)
      extends ProtocolProblem(
        "ENABLED_FEATURE_MISSING",
        "writerFeatures",
        Map("feature" -> feature, "reason" -> reason)
      )

  /** A feature that a supported feature requires, but the protocol does not support. */
  final case class RequiredFeatureMissing(feature: String, dependent: String)
      extends ProtocolProblem(
        "REQUIRED_FEATURE_MISSING",
        "writerFeatures",
        Map("feature" -> feature, "dependent" -> dependent)
      )

  /**
   * Returns every problem of `protocol` by itself, in a stable order; none if it is valid. See
   * [[io.deltaward.features.TableDescriptor.problems]] for problems that depend on the table.
   */
  def findIn(protocol: Protocol): Seq[ProtocolProblem] = {
    import protocol._
    val versions: Iterable[ProtocolProblem] =
      version("minReaderVersion", minReaderVersion, Protocol.TableFeaturesReader) ++
        version("minWriterVersion", minWriterVersion, Protocol.TableFeaturesWriter)
    val lists =
      list("readerFeatures", readerFeatures, minReaderVersion, Protocol.TableFeaturesReader) ++
        list("writerFeatures", writerFeatures, minWriterVersion, Protocol.TableFeaturesWriter)
    val pair = Option.when(
      minReaderVersion == Protocol.TableFeaturesReader &&
        minWriterVersion < Protocol.TableFeaturesWriter
    )(ReaderListsWithoutWriterLists(minWriterVersion))
    versions.toSeq ++ pair ++ lists ++ features(protocol)
  }

  private def version(name: String, value: Int, highest: Int): Option[ProtocolProblem] =
    if (value < 1) Some(NegativeVersion(name, value))
    else if (value > highest) Some(UndefinedVersion(name, value, highest))
    else None

  private def list(
      name: String,
      features: Option[Set[String]],
      version: Int,
      needed: Int
  ): Option[ProtocolProblem] =
    if (features.isDefined && version < needed) Some(ListWithoutVersion(name, version, needed))
    else if (features.isEmpty && version == needed) Some(MissingList(name, version))
    else None

  private def features(protocol: Protocol): Seq[ProtocolProblem] = {
    val forReaders = protocol.readerFeatures.getOrElse(Set.empty)
    val forWriters = protocol.writerFeatures.getOrElse(Set.empty)
    val unseenByWriters =
      if (protocol.writerFeatures.isEmpty) Set.empty[String] else forReaders -- forWriters
    val unseenByReaders = (forWriters -- forReaders).filter { name =>
      val feature = protocol.feature(name)
      val reached = feature.legacy.exists(_.reader <= protocol.minReaderVersion) &&
        protocol.minReaderVersion < Protocol.TableFeaturesReader
      feature.kind == FeatureKind.ReaderWriter && !reached
    }
    unseenByWriters.toSeq.sorted.map(NotAWriterFeature.apply) ++
      unseenByReaders.toSeq.sorted.map(NotAReaderFeature.apply) ++
      forReaders.toSeq.sorted
        .filter(protocol.feature(_).kind == FeatureKind.Writer)
        .map(WriterFeatureForReaders.apply)
  }
}
