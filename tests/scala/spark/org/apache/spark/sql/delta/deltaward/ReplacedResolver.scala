package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.spark.sql.delta.{OptimisticTransaction, TransactionExecutionObserver}

import io.deltaward.concurrency.resolve.Resolver

/** Replaces the conflict resolution of all threads: by a fault to find, a clock, or a commit in between. */
object ReplacedResolver {

  def apply[A](resolver: Resolver.Factory)(body: => A): A = {
    GuardingObserver.onAllThreads()
    val before = ObserverOfThreads.get.asInstanceOf[GuardedThreads]
    // A thread can be given back an observer of this time later.
    val over = new AtomicBoolean
    ObserverOfThreads.put(new GuardedThreads(new Threads(before.behind, resolver, over)))
    try body
    finally {
      over.set(true)
      ObserverOfThreads.put(before)
    }
  }

  final private class Threads(
      own: ThreadLocal[TransactionExecutionObserver],
      resolver: Resolver.Factory,
      over: AtomicBoolean
  ) extends ThreadLocal[TransactionExecutionObserver] {

    override def get(): TransactionExecutionObserver = new Observer(own.get(), resolver, over)
    override def set(observer: TransactionExecutionObserver): Unit = own.set(observer)
    override def remove(): Unit = own.remove()
  }

  final private class Observer(
      behind: TransactionExecutionObserver,
      resolver: Resolver.Factory,
      over: AtomicBoolean
  ) extends ObserverInFront(behind) {

    override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = {
      val started = behind.startingTransaction(f)
      if (over.get) started else GuardedTransaction.guard(started, resolver)
    }

    override protected def inFrontOf(
        observer: TransactionExecutionObserver
    ): TransactionExecutionObserver = new Observer(observer, resolver, over)
  }
}
