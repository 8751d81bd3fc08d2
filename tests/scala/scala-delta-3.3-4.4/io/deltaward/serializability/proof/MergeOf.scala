package io.deltaward.serializability.proof

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.delta.commands.MergeIntoCommand

/** Builds Delta's command for a MERGE. */
object MergeOf {

  def apply(
      source: LogicalPlan,
      target: LogicalPlan,
      condition: Expression,
      matched: Seq[DeltaMergeIntoMatchedClause],
      notMatched: Seq[DeltaMergeIntoNotMatchedClause],
      bySource: Seq[DeltaMergeIntoNotMatchedBySourceClause]
  ): MergeIntoCommand =
    MergeIntoCommand(
      source,
      target,
      None,
      null,
      condition,
      matched,
      notMatched,
      bySource,
      None,
      Set.empty,
      schemaEvolutionEnabled = false
    )
}
