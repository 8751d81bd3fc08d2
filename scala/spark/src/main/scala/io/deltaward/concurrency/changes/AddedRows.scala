package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions.{And, Attribute, Expression, In, Or}
import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.reads.MergeReads
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{MatchingRowsAdded, SourceNotKept}

/** Whether rows that a winner added are among those that a transaction would have read (the phantom check). */
final class AddedRows(rows: RowSource, ranges: FileRanges, limits: Limits) {

  /**
   * In three tiers, each of which only rules files out: partition values and statistics together, then the rows.
   *
   * @param predicates each a conjunction; an empty one stands for all rows
   */
  def unread(files: Seq[AddFile], predicates: Seq[Seq[Expression]]): Either[Unresolved, Unit] = {
    val open = files.filter { file =>
      val possible = new PossibleMatch(ranges.in(file))
      !isEmpty(file) && predicates.exists(_.forall(possible.of))
    }
    if (open.isEmpty) Right(())
    else if (predicates.exists(_.isEmpty)) Left(MatchingRowsAdded(open.map(_.path)))
    else
      limits.allow(open).flatMap { _ =>
        val any = predicates.map(_.reduce(And(_, _))).reduce(Or(_, _))
        Either.cond(rows.count(open, any) == 0, (), MatchingRowsAdded(open.map(_.path)))
      }
  }

  /** Whether none of the added rows has, in this column, a value that is in rows of the loser's. */
  def unreadByKey(
      files: Seq[AddFile],
      key: Attribute,
      mine: Seq[AddFile]
  ): Either[Unresolved, Unit] =
    limits.allow(mine).flatMap { _ =>
      rows.values(mine, key, AddedRows.MostKeys) match {
        case Some(keys) => unread(files, Seq(Seq(In(key, keys.toSeq))))
        case None => Left(SourceNotKept)
      }
    }

  /** Whether none of the added rows matches the source of a MERGE, or is one that a clause for unmatched rows is for. */
  def unmatched(files: Seq[AddFile], merge: MergeReads): Either[Unresolved, Unit] = {
    val open = files.filter { file =>
      !isEmpty(file) && merge.ofTarget.forall(new PossibleMatch(ranges.in(file)).of)
    }
    for {
      _ <- unread(files, merge.bySource)
      _ <- if (open.isEmpty) Right(())
      else rows.predicates(merge, MergeReads.FewRows).fold(unjoined(open, merge))(unread(open, _))
    } yield ()
  }

  private def unjoined(files: Seq[AddFile], merge: MergeReads): Either[Unresolved, Unit] =
    limits.allow(files).flatMap { _ =>
      Either.cond(rows.matching(files, merge) == 0, (), MatchingRowsAdded(files.map(_.path)))
    }

  private def isEmpty(file: AddFile): Boolean = file.numLogicalRecords.contains(0L)
}

object AddedRows {
  private val MostKeys = 10000
}
