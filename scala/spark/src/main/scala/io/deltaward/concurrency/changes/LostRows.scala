package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.AddFile
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.UnexpectedChange

/**
 * Rows of a file that another commit has rewritten in the meantime.
 *
 * @param positions the rows' positions in the file; `None` for all live rows
 */
final case class LostRows(file: AddFile, positions: Option[RoaringBitmapArray]) {

  /** Returns the number of rows, or `None` if the file does not report it. */
  def count: Option[Long] = positions.map(_.cardinality).orElse(file.numLogicalRecords)

  /** Returns the number of rows. If the file does not report it, returns [[Limits.rowsOf]] as an upper bound. */
  def atMost: Long = count.getOrElse(Limits.rowsOf(file))
}

object LostRows {

  /**
   * Returns the rows of a file that one commit deletes and the other has moved to other files. Returns an obstacle unless
   * both commits saw the file with the same deletion vector.
   */
  def find(
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
