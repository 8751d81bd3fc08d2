package io.deltaward.hook

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.classic

import io.deltaward.concurrency.RunningStatement
import org.apache.spark.sql.delta.deltaward.GuardingObserver

/**
 * Runs on every thread that analyses a plan in a session with the extension, and leaves the guard there, with the command
 * that it is about to run. It checks no plan: it is a check rule only because that is the one place which every way to
 * commit passes first.
 */
object CommitHook extends (LogicalPlan => Unit) {
  override def apply(plan: LogicalPlan): Unit = {
    GuardingObserver.install()
    RunningStatement.saw(plan)
  }

  /** A thread can go on to work for a session without the extension, whose commits are not ours to judge. */
  def isIn(session: SparkSession): Boolean = session match {
    case here: classic.SparkSession =>
      here.sessionState.analyzer.extendedCheckRules.contains(CommitHook)
    case _ => true
  }
}
