package io.deltaward

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.plans.logical.{ColumnDefinition, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.types.MetadataBuilder

/**
 * Lets tests make generated and identity columns in SQL. Before 4.4, only Delta's builders make them. The rule writes the
 * same column metadata.
 */
object ComputedColumns extends (SparkSessionExtensions => Unit) {

  override def apply(extensions: SparkSessionExtensions): Unit =
    if (!RunningDelta.isAtLeast("4.4")) extensions.injectResolutionRule(_ => ByMetadata)

  private object ByMetadata extends Rule[LogicalPlan] {

    override def apply(plan: LogicalPlan): LogicalPlan = plan.transformExpressions {
      case column: ColumnDefinition
          if column.generationExpression.isDefined || column.identityColumnSpec.isDefined =>
        val metadata = new MetadataBuilder().withMetadata(column.metadata)
        column.generationExpression
          .foreach(expression => metadata.putString("delta.generationExpression", expression))
        column.identityColumnSpec.foreach { numbers =>
          metadata.putLong("delta.identity.start", numbers.getStart)
          metadata.putLong("delta.identity.step", numbers.getStep)
          metadata
            .putBoolean("delta.identity.allowExplicitInsert", numbers.isAllowExplicitInsert)
        }
        column.copy(
          generationExpression = None,
          identityColumnSpec = None,
          metadata = metadata.build()
        )
    }
  }
}
