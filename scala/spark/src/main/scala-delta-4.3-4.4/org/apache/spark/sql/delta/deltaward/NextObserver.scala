package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Passes `getNextObserver` on to the observer behind. */
trait NextObserver extends TransactionExecutionObserver {

  def behind: TransactionExecutionObserver

  override def getNextObserver: Option[TransactionExecutionObserver] = behind.getNextObserver
}
