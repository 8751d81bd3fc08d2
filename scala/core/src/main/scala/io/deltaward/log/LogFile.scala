package io.deltaward.log

import scala.util.matching.Regex

/** The type of a file directly in `_delta_log`, told from its name alone (PROTOCOL.md, File Types). */
sealed trait LogFile

object LogFile {

  /** The format of the top-level file of a v2 checkpoint. */
  sealed trait Format
  object Format {
    case object Json extends Format
    case object Parquet extends Format
  }

  final case class Commit(version: Long) extends LogFile

  /** `N.crc`. */
  final case class Checksum(version: Long) extends LogFile

  final case class ClassicCheckpoint(version: Long) extends LogFile

  /** Part `part` of `of`, both counted from 1. */
  final case class MultiPartCheckpoint(version: Long, part: Int, of: Int) extends LogFile

  final case class V2Checkpoint(version: Long, uuid: String, format: Format) extends LogFile

  /** A file that holds the commits `from` to `to`, both inclusive. */
  final case class Compaction(from: Long, to: Long) extends LogFile

  /** A file that is not read here: `_last_checkpoint`, `_staged_commits`, `_sidecars`, temporary files. */
  case object Other extends LogFile

  private val Digits = 20
  private val Part = raw"\.checkpoint\.(\d{10})\.(\d{10})\.parquet".r
  private val V2 = raw"\.checkpoint\.([^.]+)\.(json|parquet)".r
  private val Compacted = raw"\.(\d{20})\.compacted\.json".r

  /** Parses a file name. A staged commit is named `N.uuid.json`, so its bare name is not a commit's. */
  def parse(name: String): LogFile = name.splitAt(Digits) match {
    case (Version(v), rest) => of(v, rest)
    case _ => Other
  }

  /** Parses what follows the version. Tests for commits and checksums first, since a long log holds little else. */
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

  /** The pattern by which Delta recognises compactions. Its dots match any character, even a digit. */
  private val AnyCompaction = raw"\d+.\d+.compacted.json".r

  /**
   * Checks whether a name resembles a log file's name but has an invalid version, part or compaction. Delta fails on
   * such a name.
   */
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

  /** Extracts a version from twenty digits, unless it exceeds a `Long`. */
  private object Version {
    def unapply(digits: String): Option[Long] =
      if (digits.length == Digits && digits.forall(isDigit)) digits.toLongOption else None
  }
}
