package io.deltaward.log

/**
 * The point from which the commits of a table carry their own timestamps (PROTOCOL.md, In-Commit Timestamps).
 *
 * @param sinceVersion   the first commit with its own timestamp; 0 if the table had them from the start
 * @param sinceTimestamp timestamp of that commit, in milliseconds since the epoch; `Long.MinValue` if the table had
 *                       them from the start
 */
final case class InCommitTimestamps(sinceVersion: Long, sinceTimestamp: Long)

object InCommitTimestamps {

  /** Reads the point from the table properties; `None` if in-commit timestamps are not enabled. */
  def fromMetadata(metadata: TableMetadata): Option[InCommitTimestamps] = {
    def property(name: String): Option[String] = metadata.configuration.get(s"delta.$name")
    Option.when(property("enableInCommitTimestamps").exists(_.equalsIgnoreCase("true"))) {
      InCommitTimestamps(
        property("inCommitTimestampEnablementVersion").flatMap(_.toLongOption).getOrElse(0L),
        property("inCommitTimestampEnablementTimestamp")
          .flatMap(_.toLongOption)
          .getOrElse(Long.MinValue)
      )
    }
  }
}
