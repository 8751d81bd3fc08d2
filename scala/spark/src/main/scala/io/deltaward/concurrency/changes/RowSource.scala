package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}
import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.concurrency.reads.MergeReads

/** What can be asked of a table's files while a conflict is resolved. Every method may fail as reading can. */
trait RowSource {

  /** The positions that a deletion vector marks, as a value of the caller's own; none for null. */
  def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray

  /** A deletion vector that marks these positions, to be written when the commit is. */
  def vector(positions: RoaringBitmapArray): DeletionVectorDescriptor

  /**
   * How many live rows of these files satisfy a condition on the table's columns. It fails where there are not as many
   * rows as the files say.
   */
  def count(files: Seq[AddFile], condition: Expression): Long

  /**
   * What the ON of a MERGE says of the table for each row of its source, as [[MergeReads.predicates]] has it. None where
   * these are more than `most`, or not at hand without reading a table.
   */
  def predicates(merge: MergeReads, most: Int): Option[Seq[Seq[Expression]]]

  /**
   * How many live rows of these files match a row of the source of a MERGE. It fails where there are not as many rows as
   * the files say.
   */
  def matching(files: Seq[AddFile], merge: MergeReads): Long

  /**
   * The different values, but null, that live rows of these files have in a column; None if there are more than `most`. It
   * fails where there are not as many rows as the files say.
   */
  def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]]

  /**
   * What identifies the live rows at these positions, and how often each is there.
   *
   * @param positions by the path of the file; all live rows of a file that is not in it
   */
  def images(files: Seq[AddFile], positions: Map[String, RoaringBitmapArray]): Map[RowImage, Long]

  /**
   * Where live rows that are the same as these are, each at a place of its own, found without reading files whole. None
   * where that cannot be told: files may be damaged, or have to be read whole.
   *
   * @param lost      positions by their file
   * @param stretches where they may have been put
   */
  def located(
      lost: Map[AddFile, RoaringBitmapArray],
      files: Seq[AddFile],
      stretches: Stretches
  ): Option[Seq[RowPosition]]

  /** The same rows, told apart in another way. */
  def by(digest: RowDigest): RowSource

  /** Where live rows of these files with these images are, of each as many as are wanted, or all if there are fewer. */
  def find(files: Seq[AddFile], wanted: Map[RowImage, Long]): Map[RowImage, Seq[RowPosition]]
}
