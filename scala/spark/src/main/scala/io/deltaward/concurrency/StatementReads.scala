package io.deltaward.concurrency

import org.apache.spark.sql.catalyst.expressions.{Expression, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.delta.DeltaOperations
import org.apache.spark.sql.delta.commands.{DeleteCommand, MergeIntoCommand, UpdateCommand}
import org.apache.spark.sql.delta.files.{TahoeFileIndex, TahoeLogFileIndex}
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/**
 * Reads of the table that a transaction does not record. Spark plans a subquery of a command before the command runs, so
 * that Delta does not see what it reads: `SET x = (SELECT max(x) FROM t)`.
 *
 * @param tableId of the table that is written, from its metadata
 */
final class StatementReads(tableId: String) {

  /**
   * Whether this command is the one that such a transaction runs, and every read of the table by it is one that the
   * transaction has recorded.
   */
  def areRecorded(operation: DeltaOperations.Operation, command: LogicalPlan): Boolean =
    (operation, command) match {
      case (_: DeltaOperations.Update, update: UpdateCommand) =>
        update.tahoeFileIndex.metadata.id == tableId &&
        !inSubqueries(update.updateExpressions ++ update.condition)
      case (_: DeltaOperations.Delete, delete: DeleteCommand) =>
        delete.deltaLog.unsafeVolatileTableId == tableId && !inSubqueries(delete.condition.toSeq)
      case (_: DeltaOperations.Merge, merge: MergeIntoCommand) =>
        merge.targetFileIndex.metadata.id == tableId && !isRead(merge.source) &&
        !inSubqueries(merge.expressions)
      case (_: DeltaOperations.Write, write: V2WriteCommand) => !inSubqueriesOf(write.query)
      case _ => false
    }

  private def inSubqueriesOf(plan: LogicalPlan): Boolean =
    plan.exists(node => inSubqueries(node.expressions))

  private def inSubqueries(expressions: Seq[Expression]): Boolean = expressions.exists(_.exists {
    case subquery: SubqueryExpression => isRead(subquery.plan)
    case _ => false
  })

  private def isRead(plan: LogicalPlan): Boolean =
    plan.exists(isTable) || inSubqueriesOf(plan)

  /** Versions that are named are fixed; of another kind of relation on Delta it is not known. */
  private def isTable(node: LogicalPlan): Boolean = node match {
    case LogicalRelation(files: HadoopFsRelation, _, _, _, _) =>
      files.location match {
        case index: TahoeLogFileIndex => !index.isTimeTravelQuery && index.metadata.id == tableId
        case index: TahoeFileIndex => index.metadata.id == tableId
        case _ => false
      }
    case LogicalRelation(other, _, _, _, _) => isDelta(other)
    case relation: DataSourceV2Relation => isDelta(relation.table)
    case _ => false
  }

  private def isDelta(relation: AnyRef): Boolean =
    relation.getClass.getName.startsWith("org.apache.spark.sql.delta.")
}
