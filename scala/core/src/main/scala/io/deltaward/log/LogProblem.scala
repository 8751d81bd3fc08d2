package io.deltaward.log

import java.time.Instant

/**
 * A problem with a table's log. For a protocol that is readable but invalid, see
 * [[io.deltaward.protocol.ProtocolProblem]].
 *
 * @param condition  the sub-condition that reports the problem
 * @param parameters parameters of the message
 */
sealed abstract class LogProblem(val condition: String, val parameters: Map[String, String])
    extends Product
    with Serializable

object LogProblem {

  /** Nothing exists at the path. */
  final case class PathNotFound(path: String)
      extends LogProblem("PATH_NOT_FOUND", Map("path" -> path))

  /** The path exists, but has no `_delta_log` directory. */
  final case class NotATable(path: String) extends LogProblem("NOT_A_TABLE", Map("path" -> path))

  /** The log directory has neither a commit nor a complete checkpoint. */
  final case class EmptyLog(path: String) extends LogProblem("EMPTY_LOG", Map("path" -> path))

  /** The file system refused or failed. */
  final case class NotReadable(file: String, cause: String)
      extends LogProblem("NOT_READABLE", Map("file" -> file, "cause" -> cause))

  /** Reading took longer than the caller's limit, in milliseconds. */
  final case class TimedOut(path: String, limit: Long)
      extends LogProblem("TIMED_OUT", Map("path" -> path, "limit" -> s"$limit ms"))

  /** The commits `firstMissing` to `lastMissing` are absent, with a version before and after them. */
  final case class Gap(firstMissing: Long, lastMissing: Long)
      extends LogProblem(
        "GAP",
        Map(
          "missing" -> (
            if (firstMissing == lastMissing) s"version $firstMissing"
            else s"versions $firstMissing to $lastMissing"
          )
        )
      )

  /** A commit file without any action, left by a writer that died before writing. */
  final case class EmptyCommit(file: String) extends LogProblem("EMPTY_COMMIT", Map("file" -> file))

  /** The file stops in the middle of an action. Lines count from 1. */
  final case class TruncatedJson(file: String, line: Int)
      extends LogProblem("TRUNCATED_JSON", Map("file" -> file, "line" -> line.toString))

  /** The text is not JSON, or not an action of the shape in PROTOCOL.md. Lines count from 1. */
  final case class Malformed(file: String, line: Int, cause: String)
      extends LogProblem(
        "MALFORMED",
        Map("file" -> file, "line" -> line.toString, "cause" -> cause)
      )

  /** A protocol action whose versions are not 32-bit integers, or whose lists are not lists of names. */
  final case class MalformedProtocol(file: String, field: String, value: String)
      extends LogProblem(
        "MALFORMED_PROTOCOL",
        Map("file" -> file, "field" -> field, "value" -> value)
      )

  /** A whole log, from version 0 on, that sets no protocol. */
  final case class MissingProtocol(version: Long)
      extends LogProblem("MISSING_PROTOCOL", Map("version" -> version.toString))

  /** A whole log, from version 0 on, that sets no metadata. */
  final case class MissingMetadata(version: Long)
      extends LogProblem("MISSING_METADATA", Map("version" -> version.toString))

  /**
   * The log starts after version 0, and no checkpoint covers the versions before its start.
   *
   * @param unusable checkpoint files in the log, each with its problem
   */
  final case class NoUsableCheckpoint(firstCommit: Long, unusable: Seq[String])
      extends LogProblem(
        "NO_USABLE_CHECKPOINT",
        Map("firstCommit" -> firstCommit.toString, "unusable" -> unusable.mkString("; "))
      )

  /** A version that was cleaned up, or does not exist yet. */
  final case class VersionNotFound(version: Long, earliest: Long, latest: Long)
      extends LogProblem(
        "VERSION_NOT_FOUND",
        Map(
          "version" -> version.toString,
          "earliest" -> earliest.toString,
          "latest" -> latest.toString
        )
      )

  /** A moment before the first version that can still be read. Milliseconds since the epoch. */
  final case class TimestampBeforeFirst(timestamp: Long, version: Long, first: Long)
      extends LogProblem(
        "TIMESTAMP_BEFORE_FIRST",
        Map("version" -> version.toString) ++ instants("timestamp" -> timestamp, "first" -> first)
      )

  /**
   * A moment after the newest version. Delta refuses to read there, since the answer could change. Milliseconds since
   * the epoch.
   */
  final case class TimestampAfterLast(timestamp: Long, version: Long, last: Long)
      extends LogProblem(
        "TIMESTAMP_AFTER_LAST",
        Map("version" -> version.toString) ++ instants("timestamp" -> timestamp, "last" -> last)
      )

  private def instants(named: (String, Long)*): Map[String, String] =
    named.map { case (name, millis) => name -> Instant.ofEpochMilli(millis).toString }.toMap
}
