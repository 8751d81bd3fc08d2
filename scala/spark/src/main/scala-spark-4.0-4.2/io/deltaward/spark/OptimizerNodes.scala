package io.deltaward.spark

import org.apache.spark.sql.catalyst.expressions.{CommonExpressionRef, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{EmptyRelation, LogicalPlan}

/** Recognises nodes that only the optimizer of Spark 4 makes. */
object OptimizerNodes {

  /** Checks for a reference to a common expression, as in BETWEEN. */
  def isCommonExpression(expression: Expression): Boolean =
    expression.isInstanceOf[CommonExpressionRef]

  /** Checks for a plan that has turned out to be empty. */
  def isEmptyRelation(plan: LogicalPlan): Boolean = plan.isInstanceOf[EmptyRelation]
}
