package io.deltaward.protocol

/**
 * The `protocol` action of a table (PROTOCOL.md, Protocol Evolution), as the log holds it: possibly invalid.
 *
 * @param readerFeatures `None` where the log has no list, which is not the same as an empty one
 * @param writerFeatures likewise
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

  /** Every name in either list, whatever the versions say. */
  def listedFeatures: Set[String] =
    readerFeatures.getOrElse(Set.empty) ++ writerFeatures.getOrElse(Set.empty)

  /** What the versions alone imply (rule P3); nothing where both sides have lists. */
  def impliedFeatures: Set[String] =
    if (listsReader && listsWriter) Set.empty
    else
      Features.legacy.collect {
        case (feature, versions)
            if !listsReader && versions.reader <= minReaderVersion &&
              !listsWriter && versions.writer <= minWriterVersion =>
          feature.name
      }.toSet

  /** The feature set that this protocol supports: listed or implied. */
  lazy val supportedFeatures: Set[String] = listedFeatures ++ impliedFeatures

  /** The features a client must know to read (rule P4). Empty for reader version 1. */
  def readerRequirements: Set[String] =
    if (listsReader) readerFeatures.getOrElse(Set.empty)
    else
      Features.legacy.collect {
        case (f, v) if f.kind == FeatureKind.ReaderWriter && v.reader <= minReaderVersion => f.name
      }.toSet

  /** The features a client must know to write, beyond being able to read (rule P4). */
  def writerRequirements: Set[String] =
    if (listsWriter) listedFeatures
    else Features.legacy.collect { case (f, v) if v.writer <= minWriterVersion => f.name }.toSet

  /** This protocol with one more feature, which concerns writers only. */
  def withWriterFeature(name: String): Protocol = copy(
    minWriterVersion = TableFeaturesWriter,
    writerFeatures = Some(supportedFeatures + name)
  )

  /** A feature of this protocol by name; for an unknown name the lists tell its kind. */
  def feature(name: String): Feature = Features.byName.getOrElse(
    name,
    Feature.unknown(
      name,
      if (readerFeatures.exists(_.contains(name))) FeatureKind.ReaderWriter else FeatureKind.Writer
    )
  )

  /** `(3, 7, readerFeatures = [...], writerFeatures = [...])`, sorted, for messages. */
  override def toString: String = {
    def list(name: String, features: Option[Set[String]]): String =
      features.fold("")(_.toSeq.sorted.mkString(s", $name = [", ", ", "]"))
    s"($minReaderVersion, $minWriterVersion${list("readerFeatures", readerFeatures)}${list("writerFeatures", writerFeatures)})"
  }
}

object Protocol {

  /** From this reader version on, reader features are listed. */
  val TableFeaturesReader = 3

  /** From this writer version on, writer features are listed. */
  val TableFeaturesWriter = 7

  /** The `minReaderVersion` values that PROTOCOL.md defines (rule P1). */
  val ReaderVersions: Range = 1 to TableFeaturesReader

  /** The `minWriterVersion` values that PROTOCOL.md defines (rule P1). */
  val WriterVersions: Range = 1 to TableFeaturesWriter
}
