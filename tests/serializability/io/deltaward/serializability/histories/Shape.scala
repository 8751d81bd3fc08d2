package io.deltaward.serializability.histories

import io.deltaward.serializability.model.Record
import io.deltaward.serializability.search.Level

/** What a table is like, apart from its rows. */
final case class Shape(
    level: Level,
    rowTracking: Boolean = false,
    changeFeed: Boolean = false,
    columnMapping: Boolean = false,
    partitioned: Boolean = false,
    commitTimestamps: Boolean = false
) {

  def create(table: String): String = {
    val properties = Seq(
      Some("delta.enableDeletionVectors" -> "true"),
      Option.when(level != Level.Serializable)("delta.isolationLevel" -> level.property),
      Option.when(rowTracking)("delta.enableRowTracking" -> "true"),
      Option.when(changeFeed)("delta.enableChangeDataFeed" -> "true"),
      Option.when(columnMapping)("delta.columnMapping.mode" -> "name"),
      Option.when(commitTimestamps)("delta.enableInCommitTimestamps" -> "true")
    ).flatten.map { case (key, value) => s"'$key' = '$value'" }
    s"CREATE TABLE $table (${Record.Schema}) USING delta" +
      (if (partitioned) " PARTITIONED BY (k)" else "") +
      s" TBLPROPERTIES (${properties.mkString(", ")})"
  }

  /** The same with one thing less. */
  def simpler: Seq[Shape] = Seq(
    copy(rowTracking = false),
    copy(changeFeed = false),
    copy(columnMapping = false),
    copy(partitioned = false),
    copy(commitTimestamps = false)
  ).filterNot(_ == this)
}
