package org.apache.spark.sql.delta.deltaward

import java.util.Locale

import org.apache.spark.sql.delta.actions.Metadata
import org.apache.spark.sql.types.{Metadata => SparkMetadata, MetadataBuilder, StructField}

/**
 * Lists what a change of metadata requires of a write that is under way. If the write meets these needs, it is the same as
 * if it had started after the change. A change that is not listed blocks every write.
 */
object MetadataChanges {

  /** A requirement on the write. */
  sealed trait Need

  /** Every row that the write adds must satisfy the condition, which is SQL on the table's columns. */
  final case class RowsSatisfy(condition: String) extends Need

  /** The write must remove no rows. */
  case object OnlyAddsRows extends Need

  /** The statement, analysed again, must not refer to this column. */
  final case class MeansNoNewColumn(added: String) extends Need

  /** The write must hold no deletion vector. */
  case object NoDeletionVectors extends Need

  /**
   * No write can meet this need.
   *
   * @param what the change, in words
   */
  final case class InTheWay(what: String) extends Need

  /** Returns the needs of a change. Returns none if the change disturbs no write. */
  def needs(before: Metadata, after: Metadata): Seq[Need] =
    ofTable(before, after) ++ ofProperties(before.configuration, after.configuration) ++
      ofColumns(before, after)

  /** Checks whether rows that are added later can hold more than a read by the old schema shows. */
  def addsColumns(before: Metadata, after: Metadata): Boolean =
    after.schema.length > before.schema.length

  private def ofTable(before: Metadata, after: Metadata): Seq[Need] =
    Seq(
      "the table itself" -> (before.id != after.id),
      "the format" -> (before.format != after.format),
      "the partition columns" -> (before.partitionColumns != after.partitionColumns)
    ).collect { case (what, true) => InTheWay(what) }

  private def ofProperties(before: Map[String, String], after: Map[String, String]): Seq[Need] =
    (before.keySet ++ after.keySet).toSeq.sorted
      .filter(key => before.get(key) != after.get(key))
      .flatMap(key => ofProperty(key, after.get(key)))

  private def ofProperty(key: String, now: Option[String]): Option[Need] = key match {
    case _ if isHarmless(key) => None
    // It changes when a column is added.
    case "delta.columnMapping.maxColumnId" => None
    case _ if key.startsWith(Constraint) => now.map(RowsSatisfy(_))
    case "delta.appendOnly" => Option.when(isTrue(now))(OnlyAddsRows)
    // Without change data files, the feed shows the rows of an UPDATE as a delete and an insert.
    case "delta.enableChangeDataFeed" if isTrue(now) => Some(OnlyAddsRows)
    case "delta.enableDeletionVectors" => Option.when(!isTrue(now))(NoDeletionVectors)
    case _ => Some(InTheWay(s"the table property $key"))
  }

  private val Constraint = "delta.constraints."

  private def isTrue(value: Option[String]): Boolean = value.exists(_.equalsIgnoreCase("true"))

  /** Checks that a table property changes nothing about the rows of any write. */
  def isHarmless(key: String): Boolean =
    !key.toLowerCase(Locale.ROOT).startsWith("delta.") || Harmless(key)

  /**
   * Properties about the sizes of files, checkpoints and the log. They do not include what a statement with schema evolution
   * needs (`enableTypeWidening`), or one with an idempotency key (`setTransactionRetentionDuration`).
   */
  private val Harmless = Set(
    "autoOptimize",
    "autoOptimize.autoCompact",
    "autoOptimize.optimizeWrite",
    "checkpoint.writeStatsAsJson",
    "checkpoint.writeStatsAsStruct",
    "checkpointInterval",
    "checkpointPolicy",
    "checkpointRetentionDuration",
    "deletedFileRetentionDuration",
    "enableExpiredLogCleanup",
    "logRetentionDuration",
    "targetFileSize",
    "tuneFileSizesForRewrites"
  ).map("delta." + _)

  private def ofColumns(before: Metadata, after: Metadata): Seq[Need] = {
    val (was, is) = (before.schema.fields.toSeq, after.schema.fields.toSeq)
    if (before.schemaString == after.schemaString) Nil
    else if (was.map(_.name) != is.take(was.size).map(_.name))
      Seq(InTheWay("a column that was removed or moved"))
    else
      was.zip(is).flatMap { case (old, now) => ofColumn(old, now) } ++
        is.drop(was.size).map(ofNewColumn)
  }

  /** Returns the need of a new column, which is NULL in the rows that the write adds. */
  private def ofNewColumn(field: StructField): Need =
    if (field.nullable && isPlain(field) && !Taken(field.name.toLowerCase(Locale.ROOT)))
      MeansNoNewColumn(field.name)
    else InTheWay(s"the new column ${field.name}")

  /** Names with another meaning in a statement as long as no column has them. The plan does not show them. */
  private val Taken = Set("default", "_metadata")

  /**
   * Returns the need of a changed column. A new type blocks every write: a value written as the narrow type can differ from
   * one written as the wide type.
   */
  private def ofColumn(was: StructField, is: StructField): Option[Need] =
    if (rest(was) != rest(is) || was.dataType != is.dataType)
      Some(InTheWay(s"the column ${is.name}"))
    // In the plan of a write under way, IS NULL is false, coalesce(a, b) is a, and a NULL is read as 0.
    else if (!was.nullable && is.nullable) Some(InTheWay(s"NULL in the column ${is.name}"))
    else if (was.nullable && !is.nullable) Some(RowsSatisfy(s"${quoted(is.name)} IS NOT NULL"))
    else None

  private val Comment = "comment"

  private def rest(field: StructField): SparkMetadata =
    new MetadataBuilder().withMetadata(field.metadata).remove(Comment).build()

  /** Metadata of a column that does not matter to a write: comments, and what column mapping adds. */
  private val OfPlainColumns = Set(
    Comment,
    "delta.columnMapping.id",
    "delta.columnMapping.physicalName"
  )

  private def isPlain(field: StructField): Boolean = {
    val rest =
      OfPlainColumns.foldLeft(new MetadataBuilder().withMetadata(field.metadata))(_.remove(_))
    rest.build() == SparkMetadata.empty
  }

  private def quoted(name: String): String = s"`${name.replace("`", "``")}`"
}
