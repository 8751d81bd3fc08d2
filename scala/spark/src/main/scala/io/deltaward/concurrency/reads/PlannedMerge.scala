package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.commands.MergeIntoCommand
import org.apache.spark.sql.execution.{SparkPlan, SparkStrategy}

/**
 * Plans nothing. A check rule sees a command as it is analysed; the one that runs is another object, which the optimizer has
 * made of it, and a MERGE keeps there what its source is.
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
