package org.apache.spark.sql.delta.deltaward

import java.lang.reflect.Field

import org.apache.spark.sql.delta.TransactionExecutionObserver

/**
 * Gives access to the thread local in which Delta keeps the observer of each thread. In Delta 3.2, a final field of an object
 * has it. Scala 2.12 makes it a field of the instance, which reflection can set.
 */
private[deltaward] object ObserverOfThreads {

  def get: ThreadLocal[TransactionExecutionObserver] = TransactionExecutionObserver.threadObserver

  def put(threads: ThreadLocal[TransactionExecutionObserver]): Unit =
    field.set(TransactionExecutionObserver, threads)

  private def field: Field = {
    val found = TransactionExecutionObserver.getClass.getDeclaredField("threadObserver")
    found.setAccessible(true)
    found
  }
}
