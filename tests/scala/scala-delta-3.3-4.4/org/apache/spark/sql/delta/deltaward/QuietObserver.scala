package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{
  NoOpTransactionExecutionObserver,
  OptimisticTransaction,
  TransactionExecutionObserver
}

/** An observer that does nothing, in Delta 3.3 and later. */
class QuietObserver extends TransactionExecutionObserver {
  override def createChild(): TransactionExecutionObserver = NoOpTransactionExecutionObserver
  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = f
  override def preparingCommit[T](f: => T): T = f
  override def beginDoCommit(): Unit = ()
  override def beginBackfill(): Unit = ()
  override def beginPostCommit(): Unit = ()
  override def transactionCommitted(): Unit = ()
  override def transactionAborted(): Unit = ()
}
