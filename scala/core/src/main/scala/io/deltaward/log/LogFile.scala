package io.deltaward.log

import scala.util.matching.Regex

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

  private val Digits = 20
  private val Part = raw"\.checkpoint\.(\d{10})\.(\d{10})\.parquet".r
  private val V2 = raw"\.checkpoint\.([^.]+)\.(json|parquet)".r
  private val Compacted = raw"\.(\d{20})\.compacted\.json".r

  /** A staged commit is `N.uuid.json`, so that even its bare name is no commit's. */
  def parse(name: String): LogFile = name.splitAt(Digits) match {
    case (Version(v), rest) => of(v, rest)
    case _ => Other
  }

  /** A long log has little but the first two. */
  private def of(version: Long, rest: String): LogFile = rest match {
    case ".json" => Commit(version)
    case ".crc" => Checksum(version)
    case ".checkpoint.parquet" => ClassicCheckpoint(version)
    case Part(part, of) =>
      (for (p <- part.toIntOption; n <- of.toIntOption if 1 <= p && p <= n)
        yield MultiPartCheckpoint(version, p, n)).getOrElse(Other)
    case V2(uuid, "json") => V2Checkpoint(version, uuid, Format.Json)
    case V2(uuid, _) => V2Checkpoint(version, uuid, Format.Parquet)
    case Compacted(Version(to)) => Compaction(version, to)
    case _ => Other
  }

  private val AfterDigits = raw"\.(?:json|crc|checkpoint\..*|\d+\.compacted\.json)".r

  private val AnyPart = raw"\.checkpoint\.\d+\.\d+\.parquet".r

  /** Of compactions Delta compares all but the points, for which it takes any character, a digit too. */
  private val AnyCompaction = raw"\d+.\d+.compacted.json".r

  /** Whether it is named nearly as the files of a log are: Delta stops at a number that is none of its own. */
  def isMisnamed(name: String): Boolean = {
    val digits = name.takeWhile(isDigit)
    val rest = name.drop(digits.length)
    def isNamed(by: Regex): Boolean = by.pattern.matcher(rest).matches
    val isOfNoVersion = digits.length != Digits || digits.toLongOption.isEmpty
    digits.nonEmpty &&
    (isOfNoVersion && isNamed(AfterDigits) || parse(name) == Other &&
      (isNamed(AnyPart) || AnyCompaction.pattern.matcher(name).matches))
  }

  def hasDigitsOfVersion(name: String): Boolean = name.takeWhile(isDigit).length == Digits

  private def isDigit(c: Char): Boolean = '0' <= c && c <= '9'

  /** Twenty digits can exceed a `Long`. */
  private object Version {
    def unapply(digits: String): Option[Long] =
      if (digits.length == Digits && digits.forall(isDigit)) digits.toLongOption else None
  }
}
