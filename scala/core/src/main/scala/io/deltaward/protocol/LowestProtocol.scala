package io.deltaward.protocol

/**
 * Computes the lowest possible protocol (rule P7): the lowest (reader, writer) pair, with or without feature lists,
 * that supports exactly the same features.
 *
 * {{{
 *   (3, 7, [], [appendOnly, invariants])            => (1, 2)
 *   (3, 7, [columnMapping], [columnMapping])        => (2, 7, writerFeatures = [columnMapping])
 *   (3, 7, [deletionVectors], [deletionVectors])    => itself
 *   (2, 4)                                          => (1, 4): reader 2 with writer 4 supports no column mapping
 * }}}
 */
object LowestProtocol {

  /** Returns the lowest protocol, or `protocol` itself if it is invalid, since its features are then unknown. */
  def lower(protocol: Protocol): Protocol = lower(protocol, Set.empty)

  /**
   * Returns the lowest protocol, or `protocol` itself if it is invalid. Also returns `protocol` itself if it is
   * uncertain which versions one of its features needs. That is so for a feature without a row in [[Features]], and for
   * one in `knownOtherwise`.
   *
   * @param knownOtherwise features that the running Delta defines differently: see [[Features.knownOtherwise]]
   */
  def lower(protocol: Protocol, knownOtherwise: Set[String]): Protocol = {
    def isSettled(feature: String): Boolean =
      Features.byName.contains(feature) && !knownOtherwise(feature)
    if (ProtocolProblem.findIn(protocol).nonEmpty || !protocol.listedFeatures.forall(isSettled))
      protocol
    else supporting(protocol.supportedFeatures.map(protocol.feature))
  }

  /** Returns the lowest protocol that supports exactly these features. */
  def supporting(features: Set[Feature]): Protocol =
    legacyPair(features.map(_.name)).getOrElse(withLists(features))

  /** Returns the lowest protocol without these features, or `protocol` itself if there are none to remove. */
  def lowerWithout(protocol: Protocol, features: Set[String]): Protocol =
    if (features.isEmpty) protocol
    else supporting((protocol.supportedFeatures -- features).map(protocol.feature))

  def isLowest(protocol: Protocol): Boolean = lower(protocol) == protocol

  /**
   * Returns the lowest numbered versions that imply exactly `features`: lowest by reader version, then by writer
   * version.
   */
  private def legacyPair(features: Set[String]): Option[Protocol] =
    legacyProtocols.find(_._2 == features).map(_._1)

  private lazy val legacyProtocols: Seq[(Protocol, Set[String])] = for {
    reader <- Protocol.ReaderVersions.init
    writer <- Protocol.WriterVersions.init
    protocol = Protocol(reader, writer)
  } yield protocol -> protocol.impliedFeatures

  private def withLists(features: Set[Feature]): Protocol = {
    val forReaders = features.filter(_.kind == FeatureKind.ReaderWriter)
    val reader = forReaders
      .map(_.legacy.fold(Protocol.TableFeaturesReader)(_.reader))
      .maxOption
      .getOrElse(Protocol.ReaderVersions.head)
    Protocol(
      minReaderVersion = reader,
      minWriterVersion = Protocol.TableFeaturesWriter,
      readerFeatures =
        if (reader == Protocol.TableFeaturesReader) Some(forReaders.map(_.name)) else None,
      writerFeatures = Some(features.map(_.name))
    )
  }
}
