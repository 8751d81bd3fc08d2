package io.deltaward.log

/** What a file directly in `_delta_log` is, told from its name alone (PROTOCOL.md, File Types). */
sealed trait LogFile

object LogFile {

  /** The top-level file of a v2 checkpoint is either. */
  sealed trait Format
  object Format {
    case object Json extends Format
    case object Parquet extends Format
  }

  final case class Commit(version: Long) extends LogFile

  /** `N.crc`. */
  final case class Checksum(version: Long) extends LogFile

  final case class ClassicCheckpoint(version: Long) extends LogFile

  /** Part `part` of `of`, both from 1. */
  final case class MultiPartCheckpoint(version: Long, part: Int, of: Int) extends LogFile

  final case class V2Checkpoint(version: Long, uuid: String, format: Format) extends LogFile

  /** The commits `from` to `to`, both inclusive, in one file. */
  final case class Compaction(from: Long, to: Long) extends LogFile

  /** `_last_checkpoint`, `_staged_commits`, `_sidecars`, temporary files: nothing that is read here. */
  case object Other extends LogFile

  private val CommitName = raw"(\d{20})\.json".r
  private val ChecksumName = raw"(\d{20})\.crc".r
  private val ClassicName = raw"(\d{20})\.checkpoint\.parquet".r
  private val PartName = raw"(\d{20})\.checkpoint\.(\d{10})\.(\d{10})\.parquet".r
  private val V2Name = raw"(\d{20})\.checkpoint\.([^.]+)\.(json|parquet)".r
  private val CompactionName = raw"(\d{20})\.(\d{20})\.compacted\.json".r

  /** A staged commit is `N.uuid.json`, so that even its bare name is no commit's. */
  def parse(name: String): LogFile = (name match {
    case CommitName(Version(v)) => Some(Commit(v))
    case ChecksumName(Version(v)) => Some(Checksum(v))
    case ClassicName(Version(v)) => Some(ClassicCheckpoint(v))
    case PartName(Version(v), part, of) =>
      for (p <- part.toIntOption; n <- of.toIntOption if 1 <= p && p <= n)
        yield MultiPartCheckpoint(v, p, n)
    case V2Name(Version(v), uuid, "json") => Some(V2Checkpoint(v, uuid, Format.Json))
    case V2Name(Version(v), uuid, _) => Some(V2Checkpoint(v, uuid, Format.Parquet))
    case CompactionName(Version(from), Version(to)) => Some(Compaction(from, to))
    case _ => None
  }).getOrElse(Other)

  private val Misnamed = raw"(\d+)\.(?:json|crc|checkpoint\..*|\d+\.compacted\.json)".r

  /** Whether it is named by a version as the files of a log are, but for the number of digits. */
  def isMisnamed(name: String): Boolean = name match {
    case Misnamed(digits) => digits.length != 20
    case _ => false
  }

  /** Twenty digits can exceed a `Long`. */
  private object Version {
    def unapply(digits: String): Option[Long] = digits.toLongOption
  }
}
