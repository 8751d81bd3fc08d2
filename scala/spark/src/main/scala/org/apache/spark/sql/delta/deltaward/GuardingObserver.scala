package org.apache.spark.sql.delta.deltaward

import java.lang.reflect.Method

import org.apache.spark.sql.delta.{OptimisticTransaction, TransactionExecutionObserver}

/**
 * Turns each transaction that starts into a guarded one. It passes everything else on to the observer that the thread
 * already has. So Delta's own test observers keep working.
 */
final class GuardingObserver(behind: TransactionExecutionObserver)
    extends ObserverInFront(behind) {

  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction =
    GuardedTransaction.guard(behind.startingTransaction(f))

  override def createChild(): TransactionExecutionObserver =
    GuardingObserver.inFrontOf(behind.createChild())
}

/** Passes on everything except the start of a transaction. The observer behind keeps the chain of observers. */
abstract private[deltaward] class ObserverInFront(val behind: TransactionExecutionObserver)
    extends NextObserver {

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

object GuardingObserver {

  def inFrontOf(observer: TransactionExecutionObserver): TransactionExecutionObserver =
    observer match {
      case guarding: GuardingObserver => guarding
      case other => new GuardingObserver(other)
    }

  /**
   * Puts the guard in front of the observers of all threads, including future ones. It also stands in front of each observer
   * that a thread gets later.
   */
  def onAllThreads(): Unit = synchronized {
    if (!threads.isInstanceOf[GuardedThreads]) put(new GuardedThreads(threads))
  }

  /** Returns the thread local in which Delta keeps the observer of each thread. */
  private[deltaward] def threads: ThreadLocal[TransactionExecutionObserver] =
    method(_ == "threadObserver").invoke(TransactionExecutionObserver)
      .asInstanceOf[ThreadLocal[TransactionExecutionObserver]]

  /** Replaces Delta's thread local. For a value in a trait, Scala makes a field that a method of the class sets. */
  private[deltaward] def put(threads: ThreadLocal[TransactionExecutionObserver]): Unit =
    method(_.endsWith("_setter_$threadObserver_$eq")).invoke(
      TransactionExecutionObserver,
      threads
    ): Unit

  private def method(named: String => Boolean): Method =
    TransactionExecutionObserver.getClass.getMethods.find(m => named(m.getName)).get
}

/** Replaces Delta's own thread local, which still holds the observer that each thread was given. */
final private[deltaward] class GuardedThreads(val behind: ThreadLocal[TransactionExecutionObserver])
    extends ThreadLocal[TransactionExecutionObserver] {

  override def get(): TransactionExecutionObserver = GuardingObserver.inFrontOf(behind.get())
  override def set(observer: TransactionExecutionObserver): Unit = behind.set(observer)
  override def remove(): Unit = behind.remove()
}
