package org.apache.spark.sql.delta.deltaward

import java.util.concurrent.ConcurrentHashMap

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.delta.{OptimisticTransaction, TransactionExecutionObserver}

import io.deltaward.storage.AttemptsLogStore

/** Runs actions at moments of a transaction, each once and on the transaction's thread. */
final class Once private (between: Map[Once.Moment, () => Unit]) extends QuietObserver {
  import Once._

  private val left = new ConcurrentHashMap[Moment, () => Unit](between.asJava)

  private def reached(moment: Moment): Unit = Option(left.remove(moment)).foreach(_())

  override def startingTransaction(f: => OptimisticTransaction): OptimisticTransaction = {
    reached(Start)
    val transaction = f
    reached(Started)
    transaction
  }
  override def beginDoCommit(): Unit = {
    reached(Attempt)
    AttemptsLogStore.beforeSecondAttempt(() => reached(SecondAttempt))
  }
  override def transactionCommitted(): Unit = reached(Committed)
}

object Once {

  sealed private trait Moment
  private case object Start extends Moment
  private case object Started extends Moment
  private case object Attempt extends Moment
  private case object SecondAttempt extends Moment
  private case object Committed extends Moment

  /** Runs `between` after the analysis of a statement, before its first transaction starts. */
  def beforeStart[A](between: => Unit)(body: => A): A = at(Start -> (() => between))(body)

  /** Runs `between` right after a statement's first transaction has started. */
  def afterStart[A](between: => Unit)(body: => A): A = at(Started -> (() => between))(body)

  /** Runs `between` after a transaction's first attempt is judged, before it is written. */
  def beforeAttempt[A](between: => Unit)(body: => A): A = at(Attempt -> (() => between))(body)

  /** Runs `between` after the first commit of a statement, before the next one. */
  def afterCommit[A](between: => Unit)(body: => A): A = at(Committed -> (() => between))(body)

  /**
   * Runs `start` before the start, `first` before the first attempt, and `second` before the second, if there is
   * one. By then, the conflict check of the first attempt is done.
   */
  def beforeStartAndAttempts[A](start: => Unit, first: => Unit, second: => Unit)(body: => A): A =
    at(Start -> (() => start), Attempt -> (() => first), SecondAttempt -> (() => second))(body)

  private def at[A](between: (Moment, () => Unit)*)(body: => A): A =
    TransactionExecutionObserver.withObserver(new Once(between.toMap))(body)
}
