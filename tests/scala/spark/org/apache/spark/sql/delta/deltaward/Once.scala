package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.delta.{
  NoOpTransactionExecutionObserver,
  OptimisticTransaction,
  TransactionExecutionObserver
}

import io.deltaward.storage.AttemptsLogStore

/** Runs something at moments of a transaction, once at each and on its thread. */
final class Once private (between: Map[Once.Moment, () => Unit])
    extends TransactionExecutionObserver {
  import Once._

  private val left = new ConcurrentHashMap[Moment, () => Unit](between.asJava)

  private def reached(moment: Moment): Unit = Option(left.remove(moment)).foreach(_())

  override def createChild(): TransactionExecutionObserver = NoOpTransactionExecutionObserver
  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = {
    reached(Start)
    val transaction = f
    reached(Started)
    transaction
  }
  override def preparingCommit[T](f: => T): T = f
  override def beginDoCommit(): Unit = {
    reached(Attempt)
    AttemptsLogStore.beforeSecondAttempt(() => reached(SecondAttempt))
  }
  override def beginBackfill(): Unit = ()
  override def beginPostCommit(): Unit = ()
  override def transactionCommitted(): Unit = reached(Committed)
  override def transactionAborted(): Unit = ()
}

object Once {

  sealed private trait Moment
  private case object Start extends Moment
  private case object Started extends Moment
  private case object Attempt extends Moment
  private case object SecondAttempt extends Moment
  private case object Committed extends Moment

  /** Between the analysis of a statement and the start of its first transaction. */
  def beforeStart[A](between: => Unit)(body: => A): A = at(Start -> (() => between))(body)

  /** Between the start of a statement's first transaction and what it does first. */
  def afterStart[A](between: => Unit)(body: => A): A = at(Started -> (() => between))(body)

  /** Between the judging of a transaction's first attempt and its write. */
  def beforeAttempt[A](between: => Unit)(body: => A): A = at(Attempt -> (() => between))(body)

  /** Between the first commit of a statement and the next. */
  def afterCommit[A](between: => Unit)(body: => A): A = at(Committed -> (() => between))(body)

  /** Before the start, before the first attempt, and between what that has lost to and the second, where there is one. */
  def beforeStartAndAttempts[A](start: => Unit, first: => Unit, second: => Unit)(body: => A): A =
    at(Start -> (() => start), Attempt -> (() => first), SecondAttempt -> (() => second))(body)

  private def at[A](between: (Moment, () => Unit)*)(body: => A): A = {
    val before = TransactionExecutionObserver.getObserver
    TransactionExecutionObserver.setObserver(new Once(between.toMap))
    try body
    finally TransactionExecutionObserver.setObserver(before)
  }
}
