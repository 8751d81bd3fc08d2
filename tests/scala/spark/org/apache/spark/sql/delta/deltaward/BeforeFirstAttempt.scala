package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.delta.{
  NoOpTransactionExecutionObserver,
  OptimisticTransaction,
  TransactionExecutionObserver
}

/** Runs something between the judging of a transaction's first attempt and its write, once and on its thread. */
object BeforeFirstAttempt {

  def run[A](between: => Unit)(body: => A): A = {
    val done = new AtomicBoolean
    val observer = new TransactionExecutionObserver {
      private val none = NoOpTransactionExecutionObserver
      override def createChild(): TransactionExecutionObserver = none
      override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = f
      override def preparingCommit[T](f: => T): T = f
      override def beginDoCommit(): Unit = if (done.compareAndSet(false, true)) between
      override def beginBackfill(): Unit = ()
      override def beginPostCommit(): Unit = ()
      override def transactionCommitted(): Unit = ()
      override def transactionAborted(): Unit = ()
    }
    val before = TransactionExecutionObserver.getObserver
    TransactionExecutionObserver.setObserver(observer)
    try body
    finally TransactionExecutionObserver.setObserver(before)
  }
}
