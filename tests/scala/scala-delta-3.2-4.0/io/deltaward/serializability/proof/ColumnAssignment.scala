package io.deltaward.serializability.proof

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.DeltaMergeAction

/** Assigns a value to a column in a MERGE, in Delta 3.2 to 4.0. */
object ColumnAssignment {

  def of(column: String, value: Expression): DeltaMergeAction =
    DeltaMergeAction(Seq(column), value, targetColNameResolved = true)
}
