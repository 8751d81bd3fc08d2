package io.deltaward.sql

import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** Forwards the parser methods that return plans. Spark 4.0 has none besides `parsePlan`. */
trait ForwardingParser extends ParserInterface {
  protected def delegate: ParserInterface

  /** Returns the plan of a deltaward statement, or else `others`, the plan of the delegate. */
  protected def ours(sqlText: String)(others: => LogicalPlan): LogicalPlan
}
