package org.apache.spark.sql.delta.deltaward

import org.apache.spark.internal.Logging
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.classic

import io.deltaward.concurrency.blocks.RepeatedBlocks
import io.deltaward.concurrency.reads.RunningStatement
import io.deltaward.errors.{CommitRefusedException, ErrorCondition, Errors}
import io.deltaward.guard.{CommitWarnings, KernelWrites, RuleSettings}

/**
 * Sees every plan that is analysed in a session with the extension, on the thread that will run it. A transaction takes its
 * command from here. It is a check rule, because every command passes check rules first.
 */
object CommitHook extends (LogicalPlan => Unit) with Logging {

  /**
   * Records the plan, and refuses or reports writes by Delta's Kernel.
   *
   * @throws io.deltaward.errors.CommitRefusedException `DELTAWARD_COMMIT_NOT_JUDGED`, on a locked cluster
   */
  override def apply(plan: LogicalPlan): Unit = {
    RunningStatement.saw(plan)
    KernelWrites.findIn(plan).foreach { table =>
      RepeatedBlocks.sawOther(table)
      notJudged(Errors.notJudgedByKernel(table), RuleSettings.forSession(SparkSession.active))
    }
  }

  /** Refuses a commit that the rules cannot see on a locked cluster, and warns of it on any other. */
  def notJudged(refusal: => CommitRefusedException, settings: RuleSettings): Unit =
    if (settings.locked) throw refusal
    else {
      val text =
        s"${refusal.getMessage} This cluster is not locked, so the commit goes through."
      logWarning(text)
      CommitWarnings.add(
        refusal.getMessageParameters.get("table"),
        text,
        condition = Some(ErrorCondition.of(refusal))
      )
    }

  /**
   * Checks whether a session has the extension. A thread can move on to a session without it, whose commits deltaward does
   * not judge.
   */
  def isIn(session: SparkSession): Boolean = session match {
    case here: classic.SparkSession =>
      here.sessionState.analyzer.extendedCheckRules.contains(CommitHook)
    case _ => true
  }
}
