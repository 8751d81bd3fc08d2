package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions.{And, Attribute, Expression, In, Or}
import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.reads.MergeReads
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.{MatchingRowsAdded, SourceNotKept}

/** Checks that a transaction would have read none of the rows that a winning commit added (the phantom check). */
final class AddedRows(rows: RowSource, ranges: FileRanges, limits: Limits) {

  /**
   * Checks that no added row satisfies the predicates. Partition values and statistics rule files out first. Only the rows
   * of the remaining files are read.
   *
   * @param predicates conjunctions; an empty one stands for all rows
   */
  def unread(files: Seq[AddFile], predicates: Seq[Seq[Expression]]): Either[Unresolved, Unit] = {
    val open = files.filter { file =>
      val possible = new PossibleMatch(ranges.rangesOf(file))
      !isEmpty(file) && predicates.exists(_.forall(possible.check))
    }
    if (open.isEmpty) Right(())
    else if (predicates.exists(_.isEmpty)) Left(MatchingRowsAdded(open.map(_.path)))
    else
      limits.allow(open).flatMap { _ =>
        val any = predicates.map(_.reduce(And(_, _))).reduce(Or(_, _))
        Either.cond(rows.count(open, any) == 0, (), MatchingRowsAdded(open.map(_.path)))
      }
  }

  /** Checks that no added row has a value in the column `key` that a row of the losing commit has. */
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

  /** Checks that no added row matches the source of a MERGE or falls under a NOT MATCHED BY SOURCE clause. */
  def unmatched(files: Seq[AddFile], merge: MergeReads): Either[Unresolved, Unit] = {
    val open = files.filter { file =>
      !isEmpty(file) && merge.ofTarget.forall(new PossibleMatch(ranges.rangesOf(file)).check)
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
