package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.commands.DeltaInsertReplaceOnOrUsingCommand

/** Matches Delta's own command for an insert with `replaceOn` or `replaceUsing`. */
object InsertThatReplaces {

  /** Returns the log of the table, and the query whose rows are inserted. */
  def unapply(plan: LogicalPlan): Option[(DeltaLog, LogicalPlan)] = plan match {
    case replace: DeltaInsertReplaceOnOrUsingCommand => Some((replace.deltaLog, replace.query))
    case _ => None
  }
}
