package io.deltaward.concurrency

import org.apache.spark.sql.catalyst.expressions.{And, Expression, Literal, Or}
import org.apache.spark.sql.delta.actions.{AddFile, RemoveFile}

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{ReadRowsRemoved, UnexpectedChange}

/** Whether rows that a winner removed are among those that a transaction has read. */
final class RemovedRows(rows: RowSource, ranges: FileRanges, limits: Limits) {

  def unread(winner: FileChanges, predicates: Seq[Seq[Expression]]): Either[Unresolved, Unit] = {
    val any = predicates
      .map(_.reduceOption(And(_, _)).getOrElse(Literal.TrueLiteral))
      .reduceOption(Or(_, _))
      .getOrElse(Literal.FalseLiteral)
    val marked = winner.marked.values.map(mark => mark.before -> Some(mark.after))
    val removed = winner.removed.values.map(_ -> None)
    (marked ++ removed).foldLeft[Either[Unresolved, Unit]](Right(())) {
      case (soFar, (before, after)) => soFar.flatMap(_ => unread(before, after, any))
    }
  }

  /** A deletion vector only grows, so that the rows that went are the difference of two counts. */
  private def unread(
      before: RemoveFile,
      after: Option[AddFile],
      condition: Expression
  ): Either[Unresolved, Unit] =
    RemovedRows.asAdded(before).toRight(UnexpectedChange(before.path)).flatMap { file =>
      if (!new PossibleMatch(ranges.in(after.getOrElse(file))).of(condition)) Right(())
      else
        limits.allow(Seq(file)).flatMap { _ =>
          val gone = rows.count(Seq(file), condition) -
            after.fold(0L)(now => rows.count(Seq(now), condition))
          Either.cond(gone == 0, (), ReadRowsRemoved(before.path))
        }
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
