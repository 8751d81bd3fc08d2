package io.deltaward.concurrency.resolve

import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.changes.{FileRanges, Limits, Losing, RowSource, Winning}
import io.deltaward.conflicts.Unresolved

/** Decides a conflict that Delta has found between a losing and a winning commit. */
trait Resolver {

  /**
   * Returns the losing commit as if it had started after the winning commit, or why that is impossible.
   *
   * @param skippedAppends files of blind appends that the losing commit is ordered before (WriteSerializable); a later
   *                       winning commit may have read them
   */
  def resolve(
      loser: Losing,
      winner: Winning,
      skippedAppends: Seq[AddFile]
  ): Either[Unresolved, Losing]
}

object Resolver {

  /** Creates a resolver from rows, from the ranges that files state, and from limits on reads. */
  type Factory = (RowSource, FileRanges, Limits) => Resolver
}
