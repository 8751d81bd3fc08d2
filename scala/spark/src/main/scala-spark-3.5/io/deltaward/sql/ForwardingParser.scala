package io.deltaward.sql

import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** Forwards the parser methods that not every Spark has. Spark 3.5 has none of them. */
trait ForwardingParser extends ParserInterface {
  protected def delegate: ParserInterface

  /** Returns the plan of a deltaward statement, or else `others`, the plan of the delegate. */
  protected def ours(sqlText: String)(others: => LogicalPlan): LogicalPlan
}
