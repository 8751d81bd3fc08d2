package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Advances to the next observer of a thread, which Delta has since 3.3. */
object NextObserverOf {

  def advance[A](first: TransactionExecutionObserver, next: TransactionExecutionObserver)(
      body: => A
  ): A = {
    first.setNextObserver(next)
    TransactionExecutionObserver.withObserver(first) {
      TransactionExecutionObserver.setObserver(first)
      first.advanceToNextThreadObserver()
      body
    }
  }
}
