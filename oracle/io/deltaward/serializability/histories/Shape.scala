package io.deltaward.serializability.histories

import io.deltaward.serializability.model.{Columns, HardBounds, PartitionType}
import io.deltaward.serializability.search.Level

/** The properties of a table, apart from its rows. */
final case class Shape(
    level: Level,
    rowTracking: Boolean = false,
    changeFeed: Boolean = false,
    columnMapping: Boolean = false,
    partition: Option[PartitionType] = None,
    commitTimestamps: Boolean = false,
    generated: Boolean = false,
    default: Boolean = false,
    nested: Boolean = false,
    required: Boolean = false,
    hard: Option[HardBounds] = None
) {

  def columns: Columns = Columns(partition, generated, default, nested, required, hard)

  def create(table: String): String = {
    val properties = Seq(
      Some("delta.enableDeletionVectors" -> "true"),
      Option.when(level != Level.Serializable)("delta.isolationLevel" -> level.property),
      Option.when(rowTracking)("delta.enableRowTracking" -> "true"),
      Option.when(changeFeed)("delta.enableChangeDataFeed" -> "true"),
      Option.when(columnMapping)("delta.columnMapping.mode" -> "name"),
      Option.when(commitTimestamps)("delta.enableInCommitTimestamps" -> "true"),
      Option.when(default)("delta.feature.allowColumnDefaults" -> "supported")
    ).flatten.map { case (key, value) => s"'$key' = '$value'" }
    s"CREATE TABLE $table (${columns.schema}) USING delta" +
      partition.fold("")(by => s" PARTITIONED BY (${by.column})") +
      s" TBLPROPERTIES (${properties.mkString(", ")})"
  }

  /** Returns shapes that are simpler in one property. */
  def simpler: Seq[Shape] = Seq(
    copy(rowTracking = false),
    copy(changeFeed = false),
    copy(columnMapping = false),
    copy(partition = None),
    copy(partition = partition.map(_ => PartitionType.Ints)),
    copy(commitTimestamps = false),
    copy(generated = false),
    copy(default = false),
    copy(nested = false),
    copy(required = false),
    copy(hard = None)
  ).filterNot(_ == this)
}
