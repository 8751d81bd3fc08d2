package io.deltaward.serializability.proof

import java.io.IOException

import scala.collection.mutable

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, JoinedRow, Literal}
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation
import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.concurrency.changes.{FileRows, RowImage}
import io.deltaward.concurrency.changes.{RowDigest, RowPosition, RowSource, Stretches}
import io.deltaward.concurrency.reads.MergeReads

/**
 * Reads rows of files that are in memory.
 *
 * @param stored returns all rows of a file by its path, including deleted ones
 */
final class MemoryRows(
    stored: String => IndexedSeq[MemoryRow],
    conditions: BoundConditions,
    digest: RowDigest = RowDigest.Exact
) extends RowSource {

  /** Returns `None`, as if files had to be read whole. */
  override def located(
      lost: Map[AddFile, RoaringBitmapArray],
      files: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]] = None

  override def withDigest(other: RowDigest): RowSource = new MemoryRows(stored, conditions, other)

  override def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray =
    Positions.bitmap(Positions.pack(vector))

  override def vector(positions: RoaringBitmapArray): DeletionVectorDescriptor =
    Positions.vector(Positions.pack(positions))

  override def count(files: Seq[AddFile], condition: Expression): Long = {
    val bound = conditions.ofTable(condition)
    complete(files).count { case (row, _) => bound.eval(row.values) == true }.toLong
  }

  /** Returns predicates for a source of one row only, so that larger sources are joined. */
  override def predicates(merge: MergeReads, most: Int): Option[Seq[Seq[Expression]]] =
    Some(merge.source.asInstanceOf[LocalRelation].data).filter(_.length == 1).flatMap { rows =>
      val source = merge.source.output
      merge.predicates(rows.map { row =>
        InternalRow.fromSeq(merge.ofSource.map { column =>
          val at = source.indexWhere(_.exprId == column.exprId)
          row.get(at, column.dataType)
        })
      })
    }

  override def matching(files: Seq[AddFile], merge: MergeReads): Long = {
    val source = merge.source.asInstanceOf[LocalRelation]
    val bound = conditions.ofJoin(merge.condition, source.output)
    val pair = new JoinedRow
    complete(files).count { case (row, _) =>
      source.data.exists(other => bound.eval(pair(row.values, other)) == true)
    }.toLong
  }

  override def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]] = {
    val bound = conditions.ofTable(column)
    val found = complete(files)
      .map { case (row, _) => Literal(bound.eval(row.values), column.dataType) }
      .filter(_.value != null)
      .toSet
    Option.when(found.size <= most)(found)
  }

  override def images(
      files: Seq[AddFile],
      positions: Map[String, RoaringBitmapArray]
  ): Map[RowImage, Long] =
    live(files)
      .filter { case (_, at) => positions.get(at.path).forall(_.contains(at.index)) }
      .groupMapReduce { case (row, _) => image(row) }(_ => 1L)(_ + _)

  override def find(
      files: Seq[AddFile],
      wanted: Map[RowImage, Long]
  ): Map[RowImage, Seq[RowPosition]] = {
    val found = mutable.Map.empty[RowImage, Vector[RowPosition]].withDefaultValue(Vector.empty)
    live(files).foreach { case (row, at) =>
      val of = image(row)
      if (found(of).length < wanted.getOrElse(of, 0L)) found(of) = found(of) :+ at
    }
    found.toMap
  }

  private def image(row: MemoryRow): RowImage =
    if (digest == RowDigest.Exact) row.image else digest.digester(RecordTable.types)(row.values)

  private def live(files: Seq[AddFile]): Seq[(MemoryRow, RowPosition)] = files.flatMap { file =>
    val deleted = Positions.pack(file.deletionVector)
    val rows = stored(file.path)
    rows.indices.collect {
      case i if !Positions.has(deleted, i) => rows(i) -> RowPosition(file.path, i.toLong)
    }
  }

  /** Returns the live rows. Fails if there are not as many as the files say. */
  private def complete(files: Seq[AddFile]): Seq[(MemoryRow, RowPosition)] = {
    val rows = live(files)
    if (FileRows.known(files).exists(_ != rows.length)) throw new IOException("rows are missing")
    rows
  }
}
