package io.deltaward.concurrency.resolve

import org.apache.spark.sql.delta.actions.AddFile

import io.deltaward.concurrency.changes.{FileRanges, Limits, Losing, RowSource, Winning}
import io.deltaward.conflicts.Unresolved

/** Decides a conflict that Delta has found between a transaction and one commit that won. */
trait Resolver {

  /**
   * The transaction as if it had started after the winner, or why that cannot be.
   *
   * @param skippedAppends files of blind appends that the transaction has been ordered before
   *                       (WriteSerializable); a later winner may have read them
   */
  def against(
      loser: Losing,
      winner: Winning,
      skippedAppends: Seq[AddFile]
  ): Either[Unresolved, Losing]
}

object Resolver {

  /** What a resolver is made of: rows, what files say of themselves, and how much may be read. */
  type Factory = (RowSource, FileRanges, Limits) => Resolver
}
