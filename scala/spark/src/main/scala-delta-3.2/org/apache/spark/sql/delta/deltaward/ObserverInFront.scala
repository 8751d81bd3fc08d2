package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Passes on everything except the start of a transaction. The observers of Delta 3.2 have no chain and no children. */
abstract private[deltaward] class ObserverInFront(val behind: TransactionExecutionObserver)
    extends NextObserver {

  /** Returns an observer in front of another one. */
  protected def inFrontOf(observer: TransactionExecutionObserver): TransactionExecutionObserver

  override def preparingCommit[T](f: => T): T = behind.preparingCommit(f)
  override def beginDoCommit(): Unit = behind.beginDoCommit()
  override def transactionCommitted(): Unit = behind.transactionCommitted()
  override def transactionAborted(): Unit = behind.transactionAborted()
}
