package org.apache.spark.sql.delta.deltaward

import java.util.Locale

import org.apache.spark.sql.delta.actions.Metadata
import org.apache.spark.sql.types.{Metadata => SparkMetadata, MetadataBuilder, StructField}

/**
 * What a commit has changed in the metadata of a table, and what a write that was under way has to be like, so that it is the
 * same as if it had started after that. What is not listed here is in the way of every write.
 */
object MetadataChanges {

  /** What has to hold of the write. */
  sealed trait Need

  /** Every row that it adds satisfies the condition, which is SQL on the table's columns. */
  final case class RowsSatisfy(condition: String) extends Need

  /** It removes no rows. */
  case object OnlyAddsRows extends Need

  /** Nothing in it would mean this column, if it was analysed again. */
  final case class MeansNoNewColumn(added: String) extends Need

  /** It writes no deletion vector. */
  case object NoDeletionVectors extends Need

  /** @param what the change, in words */
  final case class InTheWay(what: String) extends Need

  /** Nothing where no write is disturbed. */
  def needs(before: Metadata, after: Metadata): Seq[Need] =
    ofTable(before, after) ++ ofProperties(before.configuration, after.configuration) ++
      ofColumns(before, after)

  /** Whether rows that others add afterwards can hold more than a read by the schema from before shows. */
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
    // It goes with a new column.
    case "delta.columnMapping.maxColumnId" => None
    case _ if key.startsWith(Constraint) => now.map(RowsSatisfy(_))
    case "delta.appendOnly" => Option.when(isTrue(now))(OnlyAddsRows)
    // Without change data files, the rows of an UPDATE are a delete and an insert.
    case "delta.enableChangeDataFeed" if isTrue(now) => Some(OnlyAddsRows)
    case "delta.enableDeletionVectors" => Option.when(!isTrue(now))(NoDeletionVectors)
    case _ => Some(InTheWay(s"the table property $key"))
  }

  private val Constraint = "delta.constraints."

  private def isTrue(value: Option[String]): Boolean = value.exists(_.equalsIgnoreCase("true"))

  /** Whether no write does anything else for a table property than without it, as far as rows go. */
  def isHarmless(key: String): Boolean =
    !key.toLowerCase(Locale.ROOT).startsWith("delta.") || Harmless(key)

  /**
   * They are about sizes of files, checkpoints and the log. Not among them is what a statement with schema evolution asks for
   * (`enableTypeWidening`), or one with an idempotency key (`setTransactionRetentionDuration`).
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
      Seq(InTheWay("a column that has gone, or is in another place"))
    else
      was.zip(is).flatMap { case (old, now) => ofColumn(old, now) } ++
        is.drop(was.size).map(ofNewColumn)
  }

  /** It is NULL in the rows that the write adds. */
  private def ofNewColumn(field: StructField): Need =
    if (field.nullable && isPlain(field) && !Taken(field.name.toLowerCase(Locale.ROOT)))
      MeansNoNewColumn(field.name)
    else InTheWay(s"the new column ${field.name}")

  /** Names that mean something else in a statement for as long as no column has them, and are not in its plan. */
  private val Taken = Set("default", "_metadata")

  /** A value that is written as one type and read as a wider one need not be the one that the wider type would have got. */
  private def ofColumn(was: StructField, is: StructField): Option[Need] =
    if (rest(was) != rest(is) || was.dataType != is.dataType)
      Some(InTheWay(s"the column ${is.name}"))
    // In the plan of a write that is under way, IS NULL is false and coalesce(a, b) is a; a NULL is read as 0.
    else if (!was.nullable && is.nullable) Some(InTheWay(s"NULL in the column ${is.name}"))
    else if (was.nullable && !is.nullable) Some(RowsSatisfy(s"${quoted(is.name)} IS NOT NULL"))
    else None

  private val Comment = "comment"

  private def rest(field: StructField): SparkMetadata =
    new MetadataBuilder().withMetadata(field.metadata).remove(Comment).build()

  /** What column mapping gives it, and comments, are no business of a write. */
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
