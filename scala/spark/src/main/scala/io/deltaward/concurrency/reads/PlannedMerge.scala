package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.commands.MergeIntoCommand
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/**
 * Reports each MERGE that Spark plans to [[RunningStatement]], and plans nothing itself. A check rule only sees the analysed
 * command. Spark runs another object, which the optimizer has made of it, and a MERGE keeps its source there.
 */
object PlannedMerge extends SparkStrategy {

  override def apply(plan: LogicalPlan): Seq[SparkPlan] = {
    plan match {
      case merge: MergeIntoCommand => RunningStatement.planned(merge)
      case _ => ()
    }
    Nil
  }
}
