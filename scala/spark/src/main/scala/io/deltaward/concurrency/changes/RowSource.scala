package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}
import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.concurrency.reads.MergeReads

/** Reads a table's files while a conflict is resolved. Every method can fail as any read can. */
trait RowSource {

  /** Returns the positions that a deletion vector marks, as a copy that the caller owns. Returns no positions for null. */
  def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray

  /** Creates a deletion vector that marks these positions. It is written together with the commit. */
  def vector(positions: RoaringBitmapArray): DeletionVectorDescriptor

  /**
   * Counts the live rows of these files that satisfy a condition on the table's columns. Fails if the number of rows read is
   * not what the files report.
   */
  def count(files: Seq[AddFile], condition: Expression): Long

  /**
   * Returns what the ON condition of a MERGE says of the table for each row of its source (see [[MergeReads.predicates]]).
   * Returns `None` if there are more than `most` rows, or if they can only come from a table.
   */
  def predicates(merge: MergeReads, most: Int): Option[Seq[Seq[Expression]]]

  /**
   * Counts the live rows of these files that match a row of the source of a MERGE. Fails if the number of rows read is not
   * what the files report.
   */
  def matching(files: Seq[AddFile], merge: MergeReads): Long

  /**
   * Returns the distinct non-null values of a column in the live rows of these files. Returns `None` if there are more than
   * `most`. Fails if the number of rows read is not what the files report.
   */
  def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]]

  /**
   * Returns the images of the live rows at these positions, with the number of rows that have each.
   *
   * @param positions positions by the path of the file; a file without an entry stands for all its live rows
   */
  def images(files: Seq[AddFile], positions: Map[String, RoaringBitmapArray]): Map[RowImage, Long]

  /**
   * Returns positions of live rows that equal the lost rows, a different one for each, without reading whole files. Returns
   * `None` if that is impossible: files may be damaged, or need to be read whole.
   *
   * @param lost      the lost rows' positions, by file
   * @param stretches where the rewrite may have put the rows
   */
  def located(
      lost: Map[AddFile, RoaringBitmapArray],
      files: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]]

  /** Returns a source of the same rows that tells them apart by another digest. */
  def withDigest(digest: RowDigest): RowSource

  /** Returns positions of live rows with these images: as many for each image as wanted, or all if there are fewer. */
  def find(files: Seq[AddFile], wanted: Map[RowImage, Long]): Map[RowImage, Seq[RowPosition]]
}
