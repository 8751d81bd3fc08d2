package io.deltaward.log

/**
 * From when on the commits of a table carry their own timestamps (PROTOCOL.md, In-Commit Timestamps).
 *
 * @param sinceVersion   the first such commit; 0 where the table had them from the start
 * @param sinceTimestamp its timestamp, in milliseconds since the epoch; the least `Long` in that case
 */
final case class InCommitTimestamps(sinceVersion: Long, sinceTimestamp: Long)

object InCommitTimestamps {

  /** `None` where they aren't enabled. */
  def of(metadata: TableMetadata): Option[InCommitTimestamps] = {
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
