package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.DeltaLog

/** Delta before 4.3 has no command of its own for an insert with `replaceOn` or `replaceUsing`. */
object InsertThatReplaces {

  def unapply(plan: LogicalPlan): Option[(DeltaLog, LogicalPlan)] = None
}
