package io.deltaward.spark

import scala.annotation.unused

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** Recognises nodes that only the optimizer of Spark 4 makes. Spark 3.5 has none of them. */
object OptimizerNodes {

  def isCommonExpression(@unused expression: Expression): Boolean = false

  def isEmptyRelation(@unused plan: LogicalPlan): Boolean = false
}
