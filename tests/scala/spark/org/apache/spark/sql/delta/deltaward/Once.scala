package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.delta.{
  NoOpTransactionExecutionObserver,
  OptimisticTransaction,
  TransactionExecutionObserver
}

/** Runs something at one of the moments of a transaction, once and on its thread. */
final class Once private (isAt: Once.Moment => Boolean, between: => Unit)
    extends TransactionExecutionObserver {
  import Once._

  private val done = new AtomicBoolean

  private def reached(moment: Moment): Unit =
    if (isAt(moment) && done.compareAndSet(false, true)) between

  override def createChild(): TransactionExecutionObserver = NoOpTransactionExecutionObserver
  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = {
    reached(Start)
    f
  }
  override def preparingCommit[T](f: => T): T = f
  override def beginDoCommit(): Unit = reached(Attempt)
  override def beginBackfill(): Unit = ()
  override def beginPostCommit(): Unit = ()
  override def transactionCommitted(): Unit = reached(Committed)
  override def transactionAborted(): Unit = ()
}

object Once {

  sealed private trait Moment
  private case object Start extends Moment
  private case object Attempt extends Moment
  private case object Committed extends Moment

  /** Between the analysis of a statement and the start of its first transaction. */
  def beforeStart[A](between: => Unit)(body: => A): A = at(_ == Start, between)(body)

  /** Between the judging of a transaction's first attempt and its write. */
  def beforeAttempt[A](between: => Unit)(body: => A): A = at(_ == Attempt, between)(body)

  /** Between the first commit of a statement and the next. */
  def afterCommit[A](between: => Unit)(body: => A): A = at(_ == Committed, between)(body)

  private def at[A](moment: Moment => Boolean, between: => Unit)(body: => A): A = {
    val before = TransactionExecutionObserver.getObserver
    TransactionExecutionObserver.setObserver(new Once(moment, between))
    try body
    finally TransactionExecutionObserver.setObserver(before)
  }
}
