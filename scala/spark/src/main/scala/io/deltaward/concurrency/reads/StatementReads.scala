package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.expressions.{Expression, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.delta.{DeltaOperations, DeltaOptions}
import org.apache.spark.sql.delta.commands.{
  DeleteCommand,
  DeltaInsertReplaceOnOrUsingCommand,
  MergeIntoCommand,
  UpdateCommand
}
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.apache.spark.sql.internal.SQLConf

/**
 * What a statement reads of the table that it writes, and whether its transaction records it. Delta records what is
 * planned while the transaction is there. Spark plans a subquery of DELETE, UPDATE and MERGE before
 * (`SET x = (SELECT max(x) FROM t)`), and takes from its cache what was read long ago.
 *
 * @param tableId of the table, from its metadata
 */
final class StatementReads(tableId: String, plans: PlanReads) {

  def of(statement: LogicalPlan): Reads = statement match {
    case update: UpdateCommand =>
      ofSubqueries(update.updateExpressions ++ update.condition, Reads.Unrecorded)
    case delete: DeleteCommand => ofSubqueries(delete.condition.toSeq, Reads.Unrecorded)
    case merge: MergeIntoCommand =>
      // Its reads of the table by its source are recorded, but cannot be told from those of the target.
      Reads.worst(
        Seq(
          ofQuery(merge.source, byLog = Reads.Unknown),
          ofSubqueries(merge.expressions, Reads.Unrecorded)
        )
      )
    case _ =>
      StatementReads.written(statement).fold[Reads](Reads.Unknown) { write =>
        // Delta evaluates the query of `replaceOn` and `replaceUsing` before the transaction begins.
        val byLog = if (write.replacesMatches) Reads.Unrecorded else write.byLog
        ofQuery(write.query, byLog)
      }
  }

  /**
   * Checks whether the statement can have read rows that were committed after its transaction began. Spark lists the versions
   * of a change data feed, plans the source of a MERGE and looks into its cache while the transaction is there. It plans the
   * subqueries of UPDATE and DELETE before.
   *
   * @param ran the source of a MERGE as Spark has planned it
   */
  def canReadAhead(statement: LogicalPlan, ran: Option[LogicalPlan]): Boolean = {
    val queries = ran.toSeq ++
      (statement match {
        case merge: MergeIntoCommand => Seq(merge.source)
        case other => StatementReads.written(other).map(_.query).toSeq
      })
    val feeds = statement.expressions.flatMap(PlanReads.subqueriesIn)
      .filter(PlanReads.readsChanges)
    queries.exists(query => Reads.arePastTransaction(ofQuery(query, Reads.Recorded))) ||
    feeds.exists(feed => Reads.arePastTransaction(plans.of(feed, Reads.Recorded)))
  }

  /** Whether it reads rows from Spark's cache that can be those of the table, however it does. */
  def areFromCache(statement: LogicalPlan): Boolean = {
    val parts = statement match {
      case merge: MergeIntoCommand => Seq(merge.source)
      case other =>
        StatementReads.written(other).map(write => Seq(write.query))
          .getOrElse(other +: other.innerChildren.collect { case plan: LogicalPlan => plan })
    }
    (parts ++ statement.expressions.flatMap(PlanReads.subqueriesIn)).exists(plans.areFromCache)
  }

  /**
   * Whether the statement, analysed again, may mean a column that has come to the table: by a `*`, by values for columns
   * in their order or for all of them, or by a name that was a variable, a function without parentheses, or another table's column.
   */
  def mayMeanNewColumn(statement: LogicalPlan): Boolean = statement match {
    case update: UpdateCommand => hasOtherNames(update.updateExpressions ++ update.condition)
    case delete: DeleteCommand => hasOtherNames(delete.condition.toSeq)
    case write if StatementReads.written(write).exists(_.replacesMatches) => true
    case write: V2WriteCommand if !write.isByName || !fillsMissingColumns => true
    case append: AppendData => readsTable(append.query)
    case overwrite: OverwriteByExpression =>
      hasOtherNames(Seq(overwrite.deleteExpr)) || readsTable(overwrite.query)
    case overwrite: OverwritePartitionsDynamic => readsTable(overwrite.query)
    case save: SaveIntoDataSourceCommand =>
      CaseInsensitiveMap(save.options).contains(DeltaOptions.REPLACE_WHERE_OPTION) ||
      readsTable(save.query)
    case _ => true
  }

  /** Else an INSERT has to have values for all columns. */
  private def fillsMissingColumns: Boolean =
    SQLConf.get.getConf(SQLConf.USE_NULLS_FOR_MISSING_DEFAULT_COLUMN_VALUES)

  /** Than those of the table's columns. */
  private def hasOtherNames(expressions: Seq[Expression]): Boolean =
    Obstacles.inPredicates(Seq(expressions)).isDefined

  /** A change data feed has the columns that its table has now, whatever its versions are. */
  private def readsTable(query: LogicalPlan): Boolean =
    PlanReads.readsChanges(query) ||
      (ofQuery(query, Reads.Unrecorded) match {
        case Reads.Recorded | Reads.RecordedUnlessCloned => false
        case _ => true
      })

  /** Whether the statement is the one that makes a transaction with this operation. */
  def isOf(operation: DeltaOperations.Operation, statement: LogicalPlan): Boolean =
    (operation, statement) match {
      case (_: DeltaOperations.Update, update: UpdateCommand) =>
        update.tahoeFileIndex.metadata.id == tableId
      case (_: DeltaOperations.Delete, delete: DeleteCommand) =>
        delete.deltaLog.unsafeVolatileTableId == tableId
      case (_: DeltaOperations.Merge, merge: MergeIntoCommand) =>
        merge.targetFileIndex.metadata.id == tableId
      case (_: DeltaOperations.Write, _: V2WriteCommand | _: SaveIntoDataSourceCommand) => true
      case _ => false
    }

  /** The transaction plans the query, and its subqueries with it, which cannot be evaluated again. */
  private def ofQuery(query: LogicalPlan, byLog: Reads): Reads = Reads.worst(
    plans.of(query, byLog) +: query.collect { case node =>
      ofSubqueries(node.expressions, Reads.Unknown)
    }
  )

  private def ofSubqueries(expressions: Seq[Expression], byLog: Reads): Reads = Reads.worst(
    expressions.flatMap(_.collect { case subquery: SubqueryExpression =>
      Reads.worst(
        plans.of(subquery.plan, byLog) +: subquery.plan.collect { case node =>
          ofSubqueries(node.expressions, byLog)
        }
      )
    })
  )
}

object StatementReads {

  /**
   * A query whose rows a statement writes.
   *
   * @param byLog           how reads of the written table by its log relate to the transaction
   * @param replacesMatches whether the rows replace those that they match: `replaceOn` or `replaceUsing`
   */
  final private case class Written(query: LogicalPlan, byLog: Reads, replacesMatches: Boolean)

  private def written(statement: LogicalPlan): Option[Written] = statement match {
    case replace: DeltaInsertReplaceOnOrUsingCommand =>
      Some(Written(replace.query, Reads.Recorded, replacesMatches = true))
    case write: V2WriteCommand =>
      Some(Written(write.query, Reads.Recorded, replacesMatches(optionsOf(write))))
    case save: SaveIntoDataSourceCommand =>
      Some(Written(save.query, Reads.Recorded, replacesMatches(save.options)))
    // A table is replaced in a transaction, but Delta starts it after Spark has begun to plan the query.
    case create: CreateTableAsSelect =>
      Some(Written(create.query, Reads.Unknown, replacesMatches(create.writeOptions)))
    case replace: ReplaceTableAsSelect =>
      Some(Written(replace.query, Reads.Unknown, replacesMatches(replace.writeOptions)))
    case _ => None
  }

  private def optionsOf(write: V2WriteCommand): Map[String, String] = write match {
    case append: AppendData => append.writeOptions
    case overwrite: OverwriteByExpression => overwrite.writeOptions
    case overwrite: OverwritePartitionsDynamic => overwrite.writeOptions
    case _ => Map.empty
  }

  private def replacesMatches(options: Map[String, String]): Boolean = {
    val named = CaseInsensitiveMap(options)
    Seq(DeltaOptions.REPLACE_ON_OPTION, DeltaOptions.REPLACE_USING_OPTION).exists(named.contains)
  }
}
