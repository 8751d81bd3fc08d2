package io.deltaward.sql

import org.apache.spark.sql.catalyst.parser.{ParameterContext, ParserInterface}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** What a parser since Spark 4.1 can be asked for a plan by, apart from `parsePlan`. */
trait ForwardingParser extends ParserInterface {
  protected def behind: ParserInterface

  /** The plan of a statement of ours, or of the parser behind. */
  protected def ours(sqlText: String)(others: => LogicalPlan): LogicalPlan

  /** It has a default that drops the parameters, so it must be handed on by name. */
  override def parsePlanWithParameters(sqlText: String, parameters: ParameterContext): LogicalPlan =
    ours(sqlText)(behind.parsePlanWithParameters(sqlText, parameters))
}
