package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{OptimisticTransaction, TransactionExecutionObserver}

/** An observer that does nothing, in Delta 3.2. */
class QuietObserver extends TransactionExecutionObserver {
  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = f
  override def preparingCommit[T](f: => T): T = f
  override def beginDoCommit(): Unit = ()
  override def transactionCommitted(): Unit = ()
  override def transactionAborted(): Unit = ()
}
