package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TypeWidening
import org.apache.spark.sql.delta.actions.Metadata
import org.apache.spark.sql.types.{
  AtomicType,
  DataType,
  Metadata => SparkMetadata,
  MetadataBuilder,
  StructField
}

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

  /** It writes no deletion vector. */
  case object NoDeletionVectors extends Need

  /** @param what the change, in words */
  final case class InTheWay(what: String) extends Need

  /** Nothing where no write is disturbed. */
  def needs(before: Metadata, after: Metadata): Seq[Need] =
    ofTable(before, after) ++ ofProperties(before.configuration, after.configuration) ++
      ofColumns(before, after)

  /** Whether values of some column have another type now: files that others write do not fit the schema from before. */
  def changesTypes(before: Metadata, after: Metadata): Boolean = {
    val were = before.schema.map(field => field.name -> field.dataType).toMap
    after.schema.exists(field =>
      were.get(field.name).exists(!DataType.equalsIgnoreNullability(_, field.dataType))
    )
  }

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
    !key.toLowerCase(java.util.Locale.ROOT).startsWith("delta.") || Harmless(key)

  /** They are about files, checkpoints and the log, or what a later change of the schema may do. */
  private val Harmless = Set(
    "autoOptimize",
    "autoOptimize.autoCompact",
    "autoOptimize.optimizeWrite",
    "checkpoint.writeStatsAsJson",
    "checkpoint.writeStatsAsStruct",
    "checkpointInterval",
    "checkpointPolicy",
    "checkpointRetentionDuration",
    "dataSkippingNumIndexedCols",
    "dataSkippingStatsColumns",
    "deletedFileRetentionDuration",
    "enableExpiredLogCleanup",
    "enableTypeWidening",
    "logRetentionDuration",
    "setTransactionRetentionDuration",
    "targetFileSize",
    "tuneFileSizesForRewrites"
  ).map("delta." + _)

  private def ofColumns(before: Metadata, after: Metadata): Seq[Need] =
    if (before.schemaString == after.schemaString) Nil
    else {
      val partitions = after.partitionColumns.toSet
      val now = after.schema.map(field => field.name -> field).toMap
      val were = before.schema.fieldNames.toSet
      before.schema.flatMap { field =>
        now.get(
          field.name
        ).fold[Seq[Need]](Seq(InTheWay(s"the column ${field.name}, which is gone")))(
          ofColumn(field, _, partitions(field.name))
        )
      } ++ after.schema.filterNot(field => were(field.name)).flatMap(ofNewColumn)
    }

  /** It is NULL in the rows that the write adds, which does not name it. */
  private def ofNewColumn(field: StructField): Option[Need] =
    Option.when(!field.nullable || !isPlain(field))(InTheWay(s"the new column ${field.name}"))

  private def ofColumn(was: StructField, is: StructField, isPartition: Boolean): Seq[Need] = {
    val othersAlike = rest(was) == rest(is)
    val typeFits = was.dataType == is.dataType ||
      !isPartition && !saysWhen(is) && widens(was.dataType, is.dataType)
    if (!othersAlike || !typeFits) Seq(InTheWay(s"the column ${is.name}"))
    else if (was.nullable && !is.nullable) Seq(RowsSatisfy(s"${quoted(is.name)} IS NOT NULL"))
    else Nil
  }

  /** The preview of type widening takes files of later versions for ones of the wider type. */
  private def saysWhen(field: StructField): Boolean = field.metadata.contains(TypeChanges) &&
    field.metadata.getMetadataArray(TypeChanges).exists(_.contains("tableVersion"))

  /** Readers of the wider type read files of the narrower one. */
  private def widens(was: DataType, is: DataType): Boolean = (was, is) match {
    case (from: AtomicType, to: AtomicType) => TypeWidening.isTypeChangeSupported(from, to)
    case _ => false
  }

  private val Comment = "comment"
  private val TypeChanges = "delta.typeChanges"

  private def rest(field: StructField): SparkMetadata =
    new MetadataBuilder().withMetadata(field.metadata).remove(Comment).remove(TypeChanges).build()

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
