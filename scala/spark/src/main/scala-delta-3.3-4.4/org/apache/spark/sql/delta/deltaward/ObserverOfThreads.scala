package org.apache.spark.sql.delta.deltaward

import java.lang.reflect.Method

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Gives access to the thread local in which Delta keeps the observer of each thread, in Delta 3.3 and later. */
private[deltaward] object ObserverOfThreads {

  def get: ThreadLocal[TransactionExecutionObserver] =
    method(_ == "threadObserver").invoke(TransactionExecutionObserver)
      .asInstanceOf[ThreadLocal[TransactionExecutionObserver]]

  /** Replaces the thread local. For a value in a trait, Scala makes a field that a method of the class sets. */
  def put(threads: ThreadLocal[TransactionExecutionObserver]): Unit =
    method(_.endsWith("_setter_$threadObserver_$eq")).invoke(
      TransactionExecutionObserver,
      threads
    ): Unit

  private def method(named: String => Boolean): Method =
    TransactionExecutionObserver.getClass.getMethods.find(m => named(m.getName)).get
}
