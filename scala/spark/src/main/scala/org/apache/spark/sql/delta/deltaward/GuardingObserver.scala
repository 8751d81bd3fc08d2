package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.spark.sql.delta.{OptimisticTransaction, TransactionExecutionObserver}

/**
 * Turns each transaction that starts into a guarded one. It passes everything else on to the observer that the thread
 * already has. So Delta's own test observers keep working.
 */
final class GuardingObserver(behind: TransactionExecutionObserver)
    extends ObserverInFront(behind) {

  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction =
    GuardedTransaction.guard(behind.startingTransaction(f))

  override protected def inFrontOf(
      observer: TransactionExecutionObserver
  ): TransactionExecutionObserver = GuardingObserver.inFrontOf(observer)
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
   *
   * @throws io.deltaward.errors.UnsupportedDeltaException `DELTAWARD_UNSUPPORTED_DELTA`, if Delta does not then ask the guard
   */
  def onAllThreads(): Unit = synchronized {
    if (!isOnAllThreads) {
      val failure = Try(ObserverOfThreads.put(new GuardedThreads(ObserverOfThreads.get))).failed
      if (!isOnAllThreads) {
        val unfit = DeltaFit.unfit(getClass.getClassLoader, Seq(hidden))
        failure.foreach(unfit.addSuppressed)
        throw unfit
      }
    }
  }

  private def isOnAllThreads: Boolean =
    Try(ObserverOfThreads.get).toOption.exists(_.isInstanceOf[GuardedThreads])

  /** The member that reflection looks up, so that the list of needed members lacks it. */
  private val hidden = "TransactionExecutionObserver.threadObserver"
}

/** Replaces Delta's own thread local, which still holds the observer that each thread was given. */
final private[deltaward] class GuardedThreads(val behind: ThreadLocal[TransactionExecutionObserver])
    extends ThreadLocal[TransactionExecutionObserver] {

  override def get(): TransactionExecutionObserver = GuardingObserver.inFrontOf(behind.get())
  override def set(observer: TransactionExecutionObserver): Unit = behind.set(observer)
  override def remove(): Unit = behind.remove()
}
