package io.deltaward.protocol

/**
 * The `protocol` action of a table (PROTOCOL.md, Protocol Evolution), as the log holds it: possibly invalid.
 *
 * @param readerFeatures reader features; `None` if the log has no list, which differs from an empty list
 * @param writerFeatures writer features; `None` if the log has no list, which differs from an empty list
 */
final case class Protocol(
    minReaderVersion: Int,
    minWriterVersion: Int,
    readerFeatures: Option[Set[String]] = None,
    writerFeatures: Option[Set[String]] = None
) {
  import Protocol._

  private def listsReader: Boolean = minReaderVersion == TableFeaturesReader
  private def listsWriter: Boolean = minWriterVersion == TableFeaturesWriter

  /** Returns every name in either list, regardless of the versions. */
  def listedFeatures: Set[String] =
    readerFeatures.getOrElse(Set.empty) ++ writerFeatures.getOrElse(Set.empty)

  /** Returns the features that the versions alone imply (rule P3); none if either version requires a feature list. */
  def impliedFeatures: Set[String] =
    if (listsReader && listsWriter) Set.empty
    else
      Features.legacy.collect {
        case (feature, versions)
            if !listsReader && versions.reader <= minReaderVersion &&
              !listsWriter && versions.writer <= minWriterVersion =>
          feature.name
      }.toSet

  /** The features that this protocol supports, whether listed or implied. */
  lazy val supportedFeatures: Set[String] = listedFeatures ++ impliedFeatures

  /** Returns the features that a client must know to read (rule P4); none for reader version 1. */
  def readerRequirements: Set[String] =
    if (listsReader) readerFeatures.getOrElse(Set.empty)
    else
      Features.legacy.collect {
        case (f, v) if f.kind == FeatureKind.ReaderWriter && v.reader <= minReaderVersion => f.name
      }.toSet

  /** Returns the features that a client must know to write, in addition to being able to read (rule P4). */
  def writerRequirements: Set[String] =
    if (listsWriter) listedFeatures
    else Features.legacy.collect { case (f, v) if v.writer <= minWriterVersion => f.name }.toSet

  /** Returns this protocol with one more writer feature. */
  def withWriterFeature(name: String): Protocol = copy(
    minWriterVersion = TableFeaturesWriter,
    writerFeatures = Some(supportedFeatures + name)
  )

  /** Returns a feature of this protocol by name. For an unknown name, the feature lists tell the kind. */
  def feature(name: String): Feature = Features.byName.getOrElse(
    name,
    Feature.unknown(
      name,
      if (readerFeatures.exists(_.contains(name))) FeatureKind.ReaderWriter else FeatureKind.Writer
    )
  )

  /** Formats the protocol for messages, with sorted names: `(3, 7, readerFeatures = [...], writerFeatures = [...])`. */
  override def toString: String = {
    def list(name: String, features: Option[Set[String]]): String =
      features.fold("")(_.toSeq.sorted.mkString(s", $name = [", ", ", "]"))
    s"($minReaderVersion, $minWriterVersion${list("readerFeatures", readerFeatures)}${list("writerFeatures", writerFeatures)})"
  }
}

object Protocol {

  /** The reader version that introduces the list of reader features. */
  val TableFeaturesReader = 3

  /** The writer version that introduces the list of writer features. */
  val TableFeaturesWriter = 7

  /** The `minReaderVersion` values that PROTOCOL.md defines (rule P1). */
  val ReaderVersions: Range = 1 to TableFeaturesReader

  /** The `minWriterVersion` values that PROTOCOL.md defines (rule P1). */
  val WriterVersions: Range = 1 to TableFeaturesWriter
}
