package io.deltaward.concurrency

import org.apache.spark.sql.delta.actions.{Action, AddFile, FileAction}

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.UnexpectedChange

/**
 * A transaction that lost to one that put the same rows into other files: OPTIMIZE, automatic compaction, REORG, ZORDER
 * or clustering. Nothing that it read has changed; the rows that it deletes are in other files.
 */
final class RewrittenFiles(rows: RowSource, moved: MovedRows) {

  def resolved(loser: Losing, winner: Winning): Either[Unresolved, Losing] = {
    val mine = loser.changes
    val gone = mine.touched.intersect(winner.changes.removed.keySet)
    for {
      _ <- winner.changes.marked.keys.headOption.map(UnexpectedChange(_)).toLeft(())
      lost <- Each(gone.toSeq.sorted)(LostRows.of(rows, _, mine, winner.changes))
      outputs = outputsFor(lost, winner)
      positions <- if (lost.isEmpty) Right(MovedRows.none) else moved.in(lost, outputs)
      marks <- Each(outputs.filter(file => positions.contains(file.path)))(file =>
        SameFile.marking(rows, file, positions(file.path), dataChange = true)
      )
    } yield loser.rebased(
      loser.actions.filterNot(isOf(_, gone)) ++ marks.flatten,
      winner.changes.removed.map { case (path, removed) =>
        path ->
          winner.changes.added.values
            .filter(_.partitionValues == removed.partitionValues)
            .toSeq
      }
    )
  }

  private def outputsFor(lost: Seq[LostRows], winner: Winning): Seq[AddFile] = {
    val partitions = lost.map(_.file.partitionValues).toSet
    winner.changes.added.values.filter(file => partitions(file.partitionValues)).toSeq.sortBy(
      _.path
    )
  }

  private def isOf(action: Action, paths: Set[String]): Boolean = action match {
    case file: FileAction => paths(file.path)
    case _ => false
  }
}
