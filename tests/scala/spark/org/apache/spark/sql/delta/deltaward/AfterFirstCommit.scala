package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.delta.{
  NoOpTransactionExecutionObserver,
  OptimisticTransaction,
  TransactionExecutionObserver
}

/** Runs something between the first commit of a statement and the next, once and on its thread. */
object AfterFirstCommit {

  def run[A](between: => Unit)(body: => A): A = {
    val done = new AtomicBoolean
    val observer = new TransactionExecutionObserver {
      override def createChild(): TransactionExecutionObserver = NoOpTransactionExecutionObserver
      override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = f
      override def preparingCommit[T](f: => T): T = f
      override def beginDoCommit(): Unit = ()
      override def beginBackfill(): Unit = ()
      override def beginPostCommit(): Unit = ()
      override def transactionCommitted(): Unit = if (done.compareAndSet(false, true)) between
      override def transactionAborted(): Unit = ()
    }
    TransactionExecutionObserver.withObserver(observer)(body)
  }
}
