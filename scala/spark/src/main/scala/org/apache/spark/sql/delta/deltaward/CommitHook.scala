package org.apache.spark.sql.delta.deltaward

import org.apache.spark.internal.Logging
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.classic

import io.deltaward.concurrency.blocks.RepeatedBlocks
import io.deltaward.concurrency.reads.RunningStatement
import io.deltaward.errors.{CommitRefusedException, Errors}
import io.deltaward.guard.{CommitWarnings, KernelWrites, RuleSettings}

/**
 * Sees every plan that is analysed in a session with the extension, on the thread that will run it: a transaction takes the
 * command that it is part of from here. It is a check rule because that is the one place which every command passes first.
 */
object CommitHook extends (LogicalPlan => Unit) with Logging {

  /** @throws io.deltaward.errors.CommitRefusedException `DELTAWARD_COMMIT_NOT_JUDGED`, on a locked cluster */
  override def apply(plan: LogicalPlan): Unit = {
    RunningStatement.saw(plan)
    KernelWrites.in(plan).foreach { table =>
      RepeatedBlocks.sawOther(table)
      notJudged(Errors.notJudgedByKernel(table), RuleSettings.of(SparkSession.active))
    }
  }

  /** What the rules cannot see is refused on a locked cluster, and told on every other. */
  def notJudged(refusal: => CommitRefusedException, settings: RuleSettings): Unit =
    if (settings.locked) throw refusal
    else {
      logWarning(refusal.getMessage)
      CommitWarnings.add(
        refusal.getMessageParameters.get("table"),
        refusal.getMessage,
        condition = Some(refusal.getCondition)
      )
    }

  /** A thread can go on to work for a session without the extension, whose commits are not ours to judge. */
  def isIn(session: SparkSession): Boolean = session match {
    case here: classic.SparkSession =>
      here.sessionState.analyzer.extendedCheckRules.contains(CommitHook)
    case _ => true
  }
}
