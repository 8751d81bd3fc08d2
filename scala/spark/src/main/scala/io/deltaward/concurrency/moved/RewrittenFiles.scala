package io.deltaward.concurrency.moved

import org.apache.spark.sql.delta.actions.{Action, AddFile, FileAction, RemoveFile}

import io.deltaward.concurrency.changes.{Each, Losing, LostRows, RowSource, SameFile, Winning}
import io.deltaward.concurrency.reads.PartitionValues
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.UnexpectedChange

/**
 * Resolves a conflict with a commit that moved the same rows to other files: OPTIMIZE, automatic compaction, REORG, ZORDER
 * or clustering. No row that the transaction has read changes, but the rows that it deletes are in other files.
 */
final class RewrittenFiles(rows: RowSource, moved: MovedRows, partitions: PartitionValues) {

  def resolved(loser: Losing, winner: Winning): Either[Unresolved, Losing] = {
    val mine = loser.changes
    val outputs = new Outputs(winner.changes, partitions)
    val wholly = outputs.allOf(mine.removed)
    val replaced = mine.touched.intersect(winner.changes.removed.keySet)
    val gone = replaced -- wholly.inputs
    val read = loser.readFiles.filter(file => winner.changes.removed.contains(file.path))
    for {
      _ <- winner.changes.marked.keys.headOption.map(UnexpectedChange(_)).toLeft(())
      _ <- saidUnchanged(loser).toLeft(())
      lost <- Each(gone.toSeq.sorted)(LostRows.find(rows, _, mine, winner.changes))
      places <- Each(lost)(rows => placeOf(rows.file, outputs)).map(_.flatten.distinct)
      positions <-
        if (lost.isEmpty) Right(MovedRows.none) else moved.locate(lost, places, winner.stretches)
      marks <- Each(places.filter(file => positions.contains(file.path)))(file =>
        SameFile.marking(rows, file, positions(file.path), dataChange = true)
      )
      replacing <- Each(read.toSeq)(file => placeOf(file, outputs).map(file.path -> _))
    } yield loser.rebased(
      loser.actions.filterNot(isOf(_, replaced)) ++ wholly.outputs.map(_.remove) ++ marks.flatten,
      replacing.toMap
    )
  }

  /**
   * Returns an obstacle if the transaction sets `dataChange = false`: that would not be true of the files that replace its
   * own.
   */
  private def saidUnchanged(loser: Losing): Option[Unresolved] = loser.actions.collectFirst {
    case file: AddFile if !file.dataChange => UnexpectedChange(file.path)
    case file: RemoveFile if !file.dataChange => UnexpectedChange(file.path)
  }

  /**
   * Returns the files that now hold the rows of a file that was read. Without them, a later winning commit could change
   * these rows unseen.
   */
  private def placeOf(file: AddFile, outputs: Outputs): Either[Unresolved, Seq[AddFile]] =
    outputs.outputsFor(file).toRight(UnexpectedChange(file.path))

  private def isOf(action: Action, paths: Set[String]): Boolean = action match {
    case file: FileAction => paths(file.path)
    case _ => false
  }
}
