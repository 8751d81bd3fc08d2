package io.deltaward.concurrency

import org.apache.spark.sql.delta.actions.AddFile

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

  private val chosen = new java.util.concurrent.atomic.AtomicReference[Factory](
    new ConflictResolution(_, _, _)
  )

  def factory: Factory = chosen.get

  /** Runs `body` with a resolver of its own: how the oracle's tests put a fault in, to see that it is found. */
  private[deltaward] def replacedBy[A](other: Factory)(body: => A): A = {
    val before = chosen.getAndSet(other)
    try body
    finally chosen.set(before)
  }
}
