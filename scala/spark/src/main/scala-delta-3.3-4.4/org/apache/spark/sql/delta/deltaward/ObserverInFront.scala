package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Passes on everything except the start of a transaction. The observer behind keeps the chain of observers. */
abstract private[deltaward] class ObserverInFront(val behind: TransactionExecutionObserver)
    extends NextObserver {

  /** Returns an observer in front of another one. */
  protected def inFrontOf(observer: TransactionExecutionObserver): TransactionExecutionObserver

  override def createChild(): TransactionExecutionObserver = inFrontOf(behind.createChild())
  override def preparingCommit[T](f: => T): T = behind.preparingCommit(f)
  override def beginDoCommit(): Unit = behind.beginDoCommit()
  override def beginBackfill(): Unit = behind.beginBackfill()
  override def beginPostCommit(): Unit = behind.beginPostCommit()
  override def transactionCommitted(): Unit = behind.transactionCommitted()
  override def transactionAborted(): Unit = behind.transactionAborted()
  override def setNextObserver(next: TransactionExecutionObserver): Unit =
    behind.setNextObserver(next)

  override def advanceToNextThreadObserver(): Unit = behind.advanceToNextThreadObserver()
}
