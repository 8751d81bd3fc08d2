package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Gives a thread another observer. Those of Delta 3.2 have no next one. */
object NextObserverOf {

  def advance[A](first: TransactionExecutionObserver, next: TransactionExecutionObserver)(
      body: => A
  ): A = TransactionExecutionObserver.withObserver(first) {
    TransactionExecutionObserver.threadObserver.set(next)
    body
  }
}
