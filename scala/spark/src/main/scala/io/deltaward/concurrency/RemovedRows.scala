package io.deltaward.concurrency

import org.apache.spark.sql.catalyst.expressions.{And, Expression, Literal, Or}
import org.apache.spark.sql.delta.actions.{AddFile, RemoveFile}

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{ReadRowsRemoved, UnexpectedChange}

/** Whether rows that a winner removed are among those that a transaction has read. */
final class RemovedRows(rows: RowSource, ranges: FileRanges, limits: Limits) {

  /** @param known files as the transaction has read them: a removal seldom tells the bounds of what it removes */
  def unread(
      winner: FileChanges,
      known: Set[AddFile],
      predicates: Seq[Seq[Expression]]
  ): Either[Unresolved, Unit] = {
    val read = known.map(file => (file.path, file.getDeletionVectorUniqueId) -> file).toMap
    val any = predicates
      .map(_.reduceOption(And(_, _)).getOrElse(Literal.TrueLiteral))
      .reduceOption(Or(_, _))
      .getOrElse(Literal.FalseLiteral)
    val marked = winner.marked.values.map(mark => mark.before -> Some(mark.after))
    val removed = winner.removed.values.map(_ -> None)
    Each((marked ++ removed).toSeq) { case (before, after) =>
      RemovedRows.asAdded(before).toRight(UnexpectedChange(before.path)).flatMap { file =>
        val told = read.getOrElse((before.path, before.getDeletionVectorUniqueId), file)
        unread(file.copy(stats = told.stats), after, any)
      }
    }.map(_ => ())
  }

  /**
   * A deletion vector only grows, so that the rows that went are the difference of two counts. They may be outside of the
   * bounds of the file as it is now.
   */
  private def unread(
      before: AddFile,
      after: Option[AddFile],
      condition: Expression
  ): Either[Unresolved, Unit] =
    if (!new PossibleMatch(ranges.in(before)).of(condition)) Right(())
    else
      limits.allow(Seq(before)).flatMap { _ =>
        val gone = rows.count(Seq(before), condition) -
          after.fold(0L)(now => rows.count(Seq(now), condition))
        Either.cond(gone == 0, (), ReadRowsRemoved(before.path))
      }
}

object RemovedRows {

  /** A removed file as it was, where its removal tells enough to read it. */
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
