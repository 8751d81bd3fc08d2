package io.deltaward.concurrency.resolve

import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.changes.{
  AddedRows,
  FileChanges,
  FileRanges,
  Limits,
  Losing,
  RemovedRows,
  RowSource
}
import io.deltaward.conflicts.Unresolved

/** Checks whether a transaction has read rows that were added or removed: rules R2 and R3 of docs/why-it-is-correct.md. */
final class RowsRead(rows: RowSource, ranges: FileRanges, limits: Limits) {

  private val added = new AddedRows(rows, ranges, limits)
  private val removed = new RemovedRows(rows, ranges, limits)

  /**
   * Checks that the transaction would have read no added row. A MERGE is checked by its source. If the source is gone, it is
   * checked by what ON says of the target alone, and then by the keys of an upsert.
   */
  def noneAdded(loser: Losing, files: Seq[AddFile]): Either[Unresolved, Unit] = loser.merge match {
    case Some(Right(merge)) => added.unmatched(files, merge)
    case other =>
      added.unread(files, loser.readPredicates).left.flatMap { why =>
        val untold = other.flatMap(_.left.toOption).getOrElse(why)
        loser.upsertKey.fold[Either[Unresolved, Unit]](Left(untold))(key =>
          added.unreadByKey(files, key, loser.changes.added.values.toSeq)
        )
      }
  }

  def noneRemoved(loser: Losing, winner: FileChanges): Either[Unresolved, Unit] =
    loser.merge match {
      case Some(Right(merge)) => removed.unmatched(winner, loser.readFiles, merge)
      case other =>
        removed.unread(winner, loser.readFiles, loser.readPredicates).left.map(why =>
          other.flatMap(_.left.toOption).getOrElse(why)
        )
    }
}
