package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{OptimisticTransaction, TransactionExecutionObserver}

/**
 * Stands in front of whatever observer a thread already has, and turns each transaction that starts into a guarded one.
 * Everything else is handed on: Delta's own test observers go on working behind it.
 */
final class GuardingObserver(val behind: TransactionExecutionObserver)
    extends TransactionExecutionObserver {

  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction =
    GuardedTransaction.guard(behind.startingTransaction(f))

  override def createChild(): TransactionExecutionObserver =
    GuardingObserver.inFrontOf(behind.createChild())

  override def preparingCommit[T](f: => T): T = behind.preparingCommit(f)
  override def beginDoCommit(): Unit = behind.beginDoCommit()
  override def beginBackfill(): Unit = behind.beginBackfill()
  override def beginPostCommit(): Unit = behind.beginPostCommit()
  override def transactionCommitted(): Unit = behind.transactionCommitted()
  override def transactionAborted(): Unit = behind.transactionAborted()

  // The chain belongs to the observer behind.
  override def getNextObserver: Option[TransactionExecutionObserver] = behind.getNextObserver
  override def setNextObserver(next: TransactionExecutionObserver): Unit =
    behind.setNextObserver(next)

  /** Moving on keeps the guard in front of the next one. */
  override def advanceToNextThreadObserver(): Unit = {
    behind.advanceToNextThreadObserver()
    GuardingObserver.install()
  }
}

object GuardingObserver {

  /** Puts the guard in front of this thread's observer. Cheap, and done once a thread: later calls find it there. */
  def install(): Unit = TransactionExecutionObserver.getObserver match {
    case _: GuardingObserver => ()
    case other => TransactionExecutionObserver.setObserver(new GuardingObserver(other))
  }

  def inFrontOf(observer: TransactionExecutionObserver): TransactionExecutionObserver =
    observer match {
      case guarding: GuardingObserver => guarding
      case other => new GuardingObserver(other)
    }
}
