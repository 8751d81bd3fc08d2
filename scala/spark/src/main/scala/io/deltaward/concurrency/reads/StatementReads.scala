package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.expressions.{Expression, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.delta.{DeltaOperations, DeltaOptions}
import org.apache.spark.sql.delta.commands.{DeleteCommand, MergeIntoCommand, UpdateCommand}
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.apache.spark.sql.internal.SQLConf

/**
 * Determines what a statement reads of the table that it writes, and whether its transaction records it. Delta records what
 * Spark plans during the transaction. Spark plans subqueries of DELETE, UPDATE and MERGE before that (`SET x = (SELECT
 * max(x) FROM t)`). Rows that Spark takes from its cache may be older still.
 *
 * @param tableId the table's id, from its metadata
 */
final class StatementReads(tableId: String, plans: PlanReads) {

  def findIn(statement: LogicalPlan): Reads = statement match {
    case update: UpdateCommand =>
      ofSubqueries(update.updateExpressions ++ update.condition, Reads.Unrecorded)
    case delete: DeleteCommand => ofSubqueries(delete.condition.toSeq, Reads.Unrecorded)
    case merge: MergeIntoCommand =>
      // Reads of the table by the source are recorded, but cannot be told from those of the target.
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
   * Checks whether the statement can have read rows that were committed after its transaction began. During the transaction,
   * Spark lists the versions of a change data feed, plans the source of a MERGE and looks into its cache. It plans the
   * subqueries of UPDATE and DELETE before the transaction.
   *
   * @param ran the source of a MERGE, as Spark has planned it
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
    feeds.exists(feed => Reads.arePastTransaction(plans.findIn(feed, Reads.Recorded)))
  }

  /** Checks whether the statement reads rows from Spark's cache that can be the table's, in any part of the statement. */
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
   * Checks whether the statement, analysed again, may refer to a new column of the table. It may do so with a `*`, or with
   * values in the order of columns or for all columns. It may also do so with a name that meant a variable, a function
   * without parentheses, or another table's column.
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

  /** Checks whether Spark fills columns that an INSERT leaves out. Otherwise an INSERT must have values for all columns. */
  private def fillsMissingColumns: Boolean =
    SQLConf.get.getConf(SQLConf.USE_NULLS_FOR_MISSING_DEFAULT_COLUMN_VALUES)

  /** Checks for names other than those of the table's columns. */
  private def hasOtherNames(expressions: Seq[Expression]): Boolean =
    Obstacles.inPredicates(Seq(expressions)).isDefined

  /**
   * Checks whether the query may read the table. A change data feed counts, since it has the table's current columns at
   * every version.
   */
  private def readsTable(query: LogicalPlan): Boolean =
    PlanReads.readsChanges(query) ||
      (ofQuery(query, Reads.Unrecorded) match {
        case Reads.Recorded | Reads.RecordedUnlessCloned => false
        case _ => true
      })

  /** Checks whether the statement is the one that makes a transaction with this operation. */
  def isOf(operation: DeltaOperations.Operation, statement: LogicalPlan): Boolean =
    (operation, statement) match {
      case (_: DeltaOperations.Update, update: UpdateCommand) =>
        update.tahoeFileIndex.metadata.id == tableId
      case (_: DeltaOperations.Delete, delete: DeleteCommand) =>
        delete.deltaLog.unsafeVolatileSnapshot.metadata.id == tableId
      case (_: DeltaOperations.Merge, merge: MergeIntoCommand) =>
        merge.targetFileIndex.metadata.id == tableId
      case (_: DeltaOperations.Write, _: V2WriteCommand | _: SaveIntoDataSourceCommand) => true
      case _ => false
    }

  /**
   * Determines what a query reads. The transaction plans its subqueries together with it, and they cannot be evaluated
   * again.
   */
  private def ofQuery(query: LogicalPlan, byLog: Reads): Reads = Reads.worst(
    plans.findIn(query, byLog) +: query.collect { case node =>
      ofSubqueries(node.expressions, Reads.Unknown)
    }
  )

  private def ofSubqueries(expressions: Seq[Expression], byLog: Reads): Reads = Reads.worst(
    expressions.flatMap(_.collect { case subquery: SubqueryExpression =>
      Reads.worst(
        plans.findIn(subquery.plan, byLog) +: subquery.plan.collect { case node =>
          ofSubqueries(node.expressions, byLog)
        }
      )
    })
  )
}

object StatementReads {

  /** Options of Delta's writer. Delta 4.1 does not know them. */
  private val Replacing = Seq("replaceOn", "replaceUsing")

  /**
   * A query whose rows a statement writes.
   *
   * @param byLog           how reads of the written table by its log relate to the transaction
   * @param replacesMatches whether the rows replace the rows that they match: `replaceOn` or `replaceUsing`
   */
  final private case class Written(query: LogicalPlan, byLog: Reads, replacesMatches: Boolean)

  private def written(statement: LogicalPlan): Option[Written] = statement match {
    case InsertThatReplaces(_, query) =>
      Some(Written(query, Reads.Recorded, replacesMatches = true))
    case write: V2WriteCommand =>
      Some(Written(write.query, Reads.Recorded, replacesMatches(optionsOf(write))))
    case save: SaveIntoDataSourceCommand =>
      Some(Written(save.query, Reads.Recorded, replacesMatches(save.options)))
    // Delta replaces a table in a transaction, but starts it after Spark has begun to plan the query.
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
    Replacing.exists(named.contains)
  }
}
