package io.deltaward.sql

import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** What a parser of Spark 4.0 can be asked for a plan by, apart from `parsePlan`: nothing. */
trait ForwardingParser extends ParserInterface {
  protected def behind: ParserInterface

  /** The plan of a statement of ours, or of the parser behind. */
  protected def ours(sqlText: String)(others: => LogicalPlan): LogicalPlan
}
