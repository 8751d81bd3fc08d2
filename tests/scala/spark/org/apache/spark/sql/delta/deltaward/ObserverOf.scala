package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{
  DeltaLog,
  NoOpTransactionExecutionObserver,
  OptimisticTransaction,
  TransactionExecutionObserver
}

/** Runs code on this thread that uses Delta's observers for itself. */
object ObserverOf {

  private class Watching(started: OptimisticTransaction => OptimisticTransaction)
      extends TransactionExecutionObserver {
    override def createChild(): TransactionExecutionObserver = NoOpTransactionExecutionObserver
    override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction =
      started(f)
    override def preparingCommit[T](f: => T): T = f
    override def beginDoCommit(): Unit = ()
    override def beginBackfill(): Unit = ()
    override def beginPostCommit(): Unit = ()
    override def transactionCommitted(): Unit = ()
    override def transactionAborted(): Unit = ()
  }

  def another[A](body: => A): A =
    TransactionExecutionObserver.withObserver(new Watching(identity))(body)

  /** Advances to the next observer before `body` starts its transaction. */
  def advancing[A](body: => A): A = {
    val first = new Watching(identity)
    first.setNextObserver(new Watching(identity))
    TransactionExecutionObserver.withObserver(first) {
      TransactionExecutionObserver.setObserver(first)
      first.advanceToNextThreadObserver()
      body
    }
  }

  /** Starts a transaction of another class than Delta's own. */
  def ownTransaction(table: Path): OptimisticTransaction = {
    val log = DeltaLog.forTable(SparkSession.active, table)
    TransactionExecutionObserver.withObserver(
      new Watching(txn => new OptimisticTransaction(log, None, txn.snapshot) {})
    )(log.startTransaction(None))
  }
}
