package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.UnexpectedChange

/**
 * Rows of a file that somebody else has rewritten in the meantime.
 *
 * @param positions in the file; None for all live rows
 */
final case class LostRows(file: AddFile, positions: Option[RoaringBitmapArray]) {

  /** None where the file does not say how many rows it has. */
  def count: Option[Long] = positions.map(_.cardinality).orElse(file.numLogicalRecords)

  /** At most; where it is not known, bytes are counted. */
  def atMost: Long = count.getOrElse(Limits.rowsOf(file))
}

object LostRows {

  /**
   * The rows of a file that one commit deletes and the other has put elsewhere. Both must have seen the file with the
   * same deletion vector.
   */
  def of(
      rows: RowSource,
      path: String,
      deleting: FileChanges,
      rewriting: FileChanges
  ): Either[Unresolved, LostRows] = {
    val mark = deleting.marked.get(path)
    val before = mark.fold(deleting.removed(path))(_.before)
    if (before.getDeletionVectorUniqueId != rewriting.removed(path).getDeletionVectorUniqueId)
      Left(UnexpectedChange(path))
    else
      RemovedRows.asAdded(before).toRight(UnexpectedChange(path)).map { file =>
        LostRows(file, mark.map(deletedBy(rows, _)))
      }
  }

  private def deletedBy(rows: RowSource, mark: Marked): RoaringBitmapArray = {
    val positions = rows.deleted(mark.after.deletionVector)
    positions.andNot(rows.deleted(mark.before.deletionVector))
    positions
  }
}
