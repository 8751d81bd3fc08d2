package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions.{And, Expression, Literal, Or}
import org.apache.spark.sql.delta.actions.{AddFile, RemoveFile}

import io.deltaward.concurrency.reads.MergeReads
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{ReadRowsRemoved, UnexpectedChange}

/** Checks that a transaction has read none of the rows that a winning commit removed. */
final class RemovedRows(rows: RowSource, ranges: FileRanges, limits: Limits) {

  def unread(
      winner: FileChanges,
      known: Set[AddFile],
      predicates: Seq[Seq[Expression]]
  ): Either[Unresolved, Unit] = {
    val any = RemovedRows.any(predicates)
    unread(winner, known, any, rows.count(_, any))
  }

  /** Checks that no removed row matches the source of a MERGE. */
  def unmatched(
      winner: FileChanges,
      known: Set[AddFile],
      merge: MergeReads
  ): Either[Unresolved, Unit] = {
    lazy val few = rows.predicates(merge, MergeReads.FewRows).map(RemovedRows.any)
    unread(
      winner,
      known,
      few.getOrElse(RemovedRows.any(Seq(merge.ofTarget))),
      files => few.fold(rows.matching(files, merge))(rows.count(files, _))
    )
  }

  /**
   * Checks that `count` counts no removed row.
   *
   * @param known    files as the transaction has read them, since a removal seldom states the file's bounds
   * @param possible a condition that every counted row satisfies
   * @param count    returns how many rows of the files the transaction has read
   */
  private def unread(
      winner: FileChanges,
      known: Set[AddFile],
      possible: => Expression,
      count: Seq[AddFile] => Long
  ): Either[Unresolved, Unit] = {
    val read = known.map(file => (file.path, file.getDeletionVectorUniqueId) -> file).toMap
    val marked = winner.marked.values.map(mark => mark.before -> Some(mark.after))
    val removed = winner.removed.values.map(_ -> None)
    Each((marked ++ removed).toSeq) { case (before, after) =>
      RemovedRows.asAdded(before).toRight(UnexpectedChange(before.path)).flatMap { file =>
        val told = read.getOrElse((before.path, before.getDeletionVectorUniqueId), file)
        val known = file.copy(stats = told.stats)
        if (new PossibleMatch(ranges.rangesOf(known)).check(possible)) unread(known, after, count)
        else Right(())
      }
    }.map(_ => ())
  }

  /**
   * Counts the rows before and after the winning commit. A deletion vector only grows, so the difference is the removed
   * rows. These can lie outside the bounds that the file has now.
   */
  private def unread(
      before: AddFile,
      after: Option[AddFile],
      count: Seq[AddFile] => Long
  ): Either[Unresolved, Unit] =
    limits.allow(Seq(before)).flatMap { _ =>
      val gone = count(Seq(before)) - after.fold(0L)(now => count(Seq(now)))
      Either.cond(gone == 0, (), ReadRowsRemoved(before.path))
    }
}

object RemovedRows {

  private def any(predicates: Seq[Seq[Expression]]): Expression = predicates
    .map(_.reduceOption(And(_, _)).getOrElse(Literal.TrueLiteral))
    .reduceOption(Or(_, _))
    .getOrElse(Literal.FalseLiteral)

  /** Returns a removed file as it was when added, or `None` if its removal lacks what a reader needs. */
  def asAdded(remove: RemoveFile): Option[AddFile] =
    for {
      size <- remove.size
      values <- Option(remove.partitionValues)
    } yield AddFile(
      path = remove.path,
      partitionValues = values,
      size = size,
      modificationTime = 0L,
      dataChange = remove.dataChange,
      stats = remove.stats,
      deletionVector = remove.deletionVector,
      baseRowId = remove.baseRowId,
      defaultRowCommitVersion = remove.defaultRowCommitVersion
    )
}
