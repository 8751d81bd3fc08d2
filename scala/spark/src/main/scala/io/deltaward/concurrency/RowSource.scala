package io.deltaward.concurrency

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}
import org.apache.spark.sql.delta.actions.{AddFile, DeletionVectorDescriptor}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

/** What can be asked of a table's files while a conflict is resolved. Every method may fail as reading can. */
trait RowSource {

  /** The positions that a deletion vector marks, as a value of the caller's own; none for null. */
  def deleted(vector: DeletionVectorDescriptor): RoaringBitmapArray

  /** A deletion vector that marks these positions, to be written when the commit is. */
  def vector(positions: RoaringBitmapArray): DeletionVectorDescriptor

  /** How many live rows of these files satisfy a condition on the table's columns. */
  def count(files: Seq[AddFile], condition: Expression): Long

  /** Whether there is a live row in these files that satisfies a condition. */
  def exists(files: Seq[AddFile], condition: Expression): Boolean

  /** The different values, but null, that live rows of these files have in a column; None if there are more than `most`. */
  def values(files: Seq[AddFile], column: Attribute, most: Int): Option[Set[Literal]]

  /**
   * What identifies the live rows at these positions, and how often each is there.
   *
   * @param positions by the path of the file; all live rows of a file that is not in it
   */
  def images(files: Seq[AddFile], positions: Map[String, RoaringBitmapArray]): Map[RowImage, Long]

  /** The same rows, told apart in another way. */
  def by(digest: RowDigest): RowSource

  /** Where the live rows of these files with one of these images are, in order of path and position. */
  def find(files: Seq[AddFile], images: Set[RowImage]): Seq[(RowImage, RowPosition)]
}

/** @param index of the row in its file, deleted ones counted */
final case class RowPosition(path: String, index: Long)
