package io.deltaward.serializability.proof

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.{DeltaMergeAction, TargetOnlyStructFieldBehavior}

/** Assigns a value to a column in a MERGE, in Delta 4.1 to 4.4. */
object ColumnAssignment {

  def of(column: String, value: Expression): DeltaMergeAction = DeltaMergeAction(
    Seq(column),
    value,
    TargetOnlyStructFieldBehavior.PRESERVE,
    targetColNameResolved = true
  )
}
