package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions.{Action, AddFile}
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{SameRows, UnexpectedChange}

/** Merges two commits that mark different rows of one file as deleted. */
final class SameFile(rows: RowSource) {

  def grows(mark: Marked): Boolean = SameFile.contains(
    rows.deleted(mark.after.deletionVector),
    rows.deleted(mark.before.deletionVector)
  )

  /**
   * Returns the losing commit's actions on the file, as they are after the winning commit. They mark the rows of both
   * commits as deleted. They remove the file with the winning commit's deletion vector: log replay identifies a file by path
   * and deletion vector. Any other `remove` would leave the file in the table twice.
   */
  def merged(loser: Marked, winner: Marked): Either[Unresolved, Seq[Action]] = {
    val base = rows.deleted(loser.before.deletionVector)
    val theirs = rows.deleted(winner.after.deletionVector)
    val ours = rows.deleted(loser.after.deletionVector)
    val sameBase = loser.before.getDeletionVectorUniqueId == winner.before.getDeletionVectorUniqueId
    if (!sameBase || !grows(winner) || !grows(loser))
      Left(UnexpectedChange(loser.after.path))
    else {
      theirs.andNot(base)
      ours.andNot(base)
      val both = ours.copy()
      both.and(theirs)
      if (!both.isEmpty) Left(SameRows(loser.after.path))
      else {
        val all = base.copy()
        all.or(theirs)
        all.or(ours)
        SameFile.marking(rows, winner.after, all, dataChange = true)
      }
    }
  }
}

object SameFile {

  private def contains(whole: RoaringBitmapArray, part: RoaringBitmapArray): Boolean = {
    val rest = part.copy()
    rest.andNot(whole)
    rest.isEmpty
  }

  /** Returns the actions that give a file a new deletion vector, or remove the file if no row is left. */
  def marking(
      rows: RowSource,
      file: AddFile,
      positions: RoaringBitmapArray,
      dataChange: Boolean
  ): Either[Unresolved, Seq[Action]] =
    file.numPhysicalRecords match {
      case None => Left(UnexpectedChange(file.path))
      case Some(all) if positions.cardinality > all => Left(UnexpectedChange(file.path))
      case Some(all) =>
        val removal = file.removeWithTimestamp(System.currentTimeMillis, dataChange)
        def marked = file.copy(deletionVector = rows.vector(positions), dataChange = dataChange)
        Right(
          if (positions.cardinality == all) Seq(removal)
          else Seq(removal, marked.withoutTightBoundStats)
        )
    }
}
