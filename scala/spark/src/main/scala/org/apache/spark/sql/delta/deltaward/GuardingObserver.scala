package org.apache.spark.sql.delta.deltaward

import java.lang.reflect.Method

import org.apache.spark.sql.delta.{OptimisticTransaction, TransactionExecutionObserver}

/**
 * Stands in front of whatever observer a thread already has, and turns each transaction that starts into a guarded one.
 * Everything else is handed on: Delta's own test observers go on working behind it.
 */
final class GuardingObserver(behind: TransactionExecutionObserver)
    extends ObserverInFront(behind) {

  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction =
    GuardedTransaction.guard(behind.startingTransaction(f))

  override def createChild(): TransactionExecutionObserver =
    GuardingObserver.inFrontOf(behind.createChild())
}

/** Hands everything on that is not about the start of a transaction; the chain belongs to the observer behind. */
abstract private[deltaward] class ObserverInFront(val behind: TransactionExecutionObserver)
    extends TransactionExecutionObserver {

  override def preparingCommit[T](f: => T): T = behind.preparingCommit(f)
  override def beginDoCommit(): Unit = behind.beginDoCommit()
  override def beginBackfill(): Unit = behind.beginBackfill()
  override def beginPostCommit(): Unit = behind.beginPostCommit()
  override def transactionCommitted(): Unit = behind.transactionCommitted()
  override def transactionAborted(): Unit = behind.transactionAborted()
  override def getNextObserver: Option[TransactionExecutionObserver] = behind.getNextObserver
  override def setNextObserver(next: TransactionExecutionObserver): Unit =
    behind.setNextObserver(next)

  override def advanceToNextThreadObserver(): Unit = behind.advanceToNextThreadObserver()
}

object GuardingObserver {

  def inFrontOf(observer: TransactionExecutionObserver): TransactionExecutionObserver =
    observer match {
      case guarding: GuardingObserver => guarding
      case other => new GuardingObserver(other)
    }

  /**
   * Puts the guard in front of the observers of all threads, those to come too, and of each observer that a thread is
   * given later.
   */
  def onAllThreads(): Unit = synchronized {
    if (!threads.isInstanceOf[GuardedThreads]) put(new GuardedThreads(threads))
  }

  /** Where Delta keeps the observer of each thread. */
  private[deltaward] def threads: ThreadLocal[TransactionExecutionObserver] =
    method(_ == "threadObserver").invoke(TransactionExecutionObserver)
      .asInstanceOf[ThreadLocal[TransactionExecutionObserver]]

  /** Of a value in a trait, Scala makes a field that a method of the class sets. */
  private[deltaward] def put(threads: ThreadLocal[TransactionExecutionObserver]): Unit =
    method(_.endsWith("_setter_$threadObserver_$eq")).invoke(
      TransactionExecutionObserver,
      threads
    ): Unit

  private def method(named: String => Boolean): Method =
    TransactionExecutionObserver.getClass.getMethods.find(m => named(m.getName)).get
}

/** In place of Delta's own thread local, which goes on holding what each thread was given. */
final private[deltaward] class GuardedThreads(val behind: ThreadLocal[TransactionExecutionObserver])
    extends ThreadLocal[TransactionExecutionObserver] {

  override def get(): TransactionExecutionObserver = GuardingObserver.inFrontOf(behind.get())
  override def set(observer: TransactionExecutionObserver): Unit = behind.set(observer)
  override def remove(): Unit = behind.remove()
}
