package org.apache.spark.sql.delta.deltaward

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{DeltaLog, OptimisticTransaction, TransactionExecutionObserver}

/** Runs code on this thread that uses Delta's observers for itself. */
object ObserverOf {

  private class Watching(started: OptimisticTransaction => OptimisticTransaction)
      extends QuietObserver {
    override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction =
      started(f)
  }

  def another[A](body: => A): A =
    TransactionExecutionObserver.withObserver(new Watching(identity))(body)

  /** Advances to the next observer before `body` starts its transaction. */
  def advancing[A](body: => A): A =
    NextObserverOf.advance(new Watching(identity), new Watching(identity))(body)

  /** Starts a transaction of another class than Delta's own. */
  def ownTransaction(table: Path): OptimisticTransaction = {
    val log = DeltaLog.forTable(SparkSession.active, table)
    TransactionExecutionObserver.withObserver(
      new Watching(txn => new OptimisticTransaction(log, None, txn.snapshot) {})
    )(log.startTransaction(None))
  }
}
