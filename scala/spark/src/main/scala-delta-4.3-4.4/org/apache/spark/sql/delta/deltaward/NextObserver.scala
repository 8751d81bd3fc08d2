package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Asks the observer behind for the next observer of a thread. */
trait NextObserver extends TransactionExecutionObserver {

  def behind: TransactionExecutionObserver

  override def getNextObserver: Option[TransactionExecutionObserver] = behind.getNextObserver
}
