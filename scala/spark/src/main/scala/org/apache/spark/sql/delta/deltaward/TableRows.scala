package org.apache.spark.sql.delta.deltaward

import org.apache.spark.broadcast.Broadcast
import org.apache.spark.paths.SparkPath
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  AttributeReference,
  BoundReference,
  Expression,
  IsNotNull,
  Literal,
  UnsafeProjection
}
import org.apache.spark.sql.classic.ExpressionUtils
import org.apache.spark.sql.delta.{RowTracking, Snapshot}
import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.types.UTF8String

import io.deltaward.concurrency.{RowDigest, RowImage, RowPosition, RowSource}

/** Reads rows of named files of a table with Delta's own reader, under the schema that a transaction has read. */
final class TableRows(
    snapshot: Snapshot,
    vectors: DeletionVectorFiles,
    digest: RowDigest = RowDigest.Exact
) extends RowSource {

  override def by(other: RowDigest): RowSource = new TableRows(snapshot, vectors, other)

  override def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray = vectors.load(vector)

  override def vector(positions: RoaringBitmapArray): DeletionVectorDescriptor =
    vectors.inline(positions)

  override def count(files: Seq[AddFile], condition: Expression): Long =
    matching(files, condition).count()

  override def exists(files: Seq[AddFile], condition: Expression): Boolean =
    !matching(files, condition).isEmpty

  override def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]] = {
    val frame = read(files)
    val found = frame
      .where(ExpressionUtils.column(bound(IsNotNull(column), frame)))
      .select(ExpressionUtils.column(bound(column, frame)))
      .distinct()
      .limit(most + 1)
      .queryExecution
      .executedPlan
      .executeCollect()
      .map(row => Literal(row.copy().get(0, column.dataType), column.dataType))
    Option.when(found.length <= most)(found.toSet)
  }

  override def images(
      files: Seq[AddFile],
      positions: Map[String, RoaringBitmapArray]
  ): Map[RowImage, Long] =
    found(files)(None, positions).map(_._1).countByValue().toMap

  override def find(files: Seq[AddFile], images: Set[RowImage]): Seq[(RowImage, RowPosition)] =
    found(files)(Some(images), Map.empty)
      .collect()
      .toSeq
      .sortBy { case (_, at) => (at.path, at.index) }

  private def read(files: Seq[AddFile]): DataFrame =
    snapshot.deltaLog.createDataFrame(snapshot, files)

  /** The condition names columns of another plan on the same table: they are looked up by name. */
  private def matching(files: Seq[AddFile], condition: Expression): DataFrame = {
    val frame = read(files)
    frame.where(ExpressionUtils.column(bound(condition, frame)))
  }

  private def bound(condition: Expression, frame: DataFrame): Expression = {
    val resolver = frame.sparkSession.sessionState.conf.resolver
    val columns = frame.queryExecution.analyzed.output
    condition.transform { case reference: AttributeReference =>
      columns
        .find(c => resolver(c.name, reference.name) && c.dataType == reference.dataType)
        .getOrElse(throw new NoSuchElementException(reference.sql))
    }
  }

  private def found(files: Seq[AddFile])(
      wanted: Option[Set[RowImage]],
      positions: Map[String, RoaringBitmapArray]
  ): RDD[(RowImage, RowPosition)] = {
    val frame = read(files)
    val file = frame.metadataColumn("_metadata")
    val ids =
      if (RowTracking.isEnabled(snapshot.protocol, snapshot.metadata)) Seq(file.getField("row_id"))
      else Nil
    val values: Seq[Column] =
      frame.queryExecution.analyzed.output.map(a => ExpressionUtils.column(a)) ++ ids
    val located =
      frame.select(Seq(file.getField("file_path"), file.getField("row_index")) ++ values: _*)
    val context = frame.sparkSession.sparkContext
    val search = new ImageSearch(
      located.schema.map(_.dataType),
      digest,
      files.map(f => urlOf(f) -> f.path).toMap,
      wanted.map(context.broadcast(_)),
      context.broadcast(positions.view.mapValues(_.toArray.toSet).toMap)
    )
    located.queryExecution.toRdd.mapPartitions(search.in)
  }

  private def urlOf(file: AddFile): String =
    SparkPath.fromPath(file.absolutePath(snapshot)).urlEncoded
}

/** Runs in tasks: digests rows, and keeps those that are looked for. */
private class ImageSearch(
    types: Seq[DataType],
    digest: RowDigest,
    pathOf: Map[String, String],
    wanted: Option[Broadcast[Set[RowImage]]],
    positions: Broadcast[Map[String, Set[Long]]]
) extends Serializable {

  def in(rows: Iterator[InternalRow]): Iterator[(RowImage, RowPosition)] = {
    val imageOf = digest.of(types.drop(2))
    val values = UnsafeProjection.create(
      types.zipWithIndex.drop(2).map { case (dataType, i) =>
        BoundReference(i, dataType, nullable = true)
      }
    )
    // Rows of a file follow each other: its path is looked up once.
    var url: UTF8String = null
    var path: String = null
    var among: Option[Set[Long]] = None
    rows.flatMap { row =>
      if (row.getUTF8String(0) != url) {
        url = row.getUTF8String(0).copy()
        path = pathOf(url.toString)
        among = positions.value.get(path)
      }
      val index = row.getLong(1)
      if (!among.forall(_(index))) None
      else {
        val image = imageOf(values(row))
        Option.when(wanted.forall(_.value(image)))(image -> RowPosition(path, index))
      }
    }
  }
}
