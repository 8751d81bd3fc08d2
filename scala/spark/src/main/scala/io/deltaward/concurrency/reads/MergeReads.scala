package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  AttributeSet,
  Expression,
  Literal,
  PredicateHelper
}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.delta.commands.MergeIntoCommand

import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.SourceNotKept

/**
 * What a MERGE reads of the table that it writes, told by its source: the rows that match one of the source's, and those
 * that a NOT MATCHED BY SOURCE clause is for.
 *
 * @param source    the rows of its source that it has used
 * @param condition of ON
 * @param target    the columns of the table in the condition
 * @param bySource  conditions of the NOT MATCHED BY SOURCE clauses, each a conjunction; an empty one stands for all rows
 */
final case class MergeReads private (
    source: LogicalPlan,
    condition: Expression,
    target: AttributeSet,
    bySource: Seq[Seq[Expression]]
) extends PredicateHelper {

  /** What ON says of the table alone. */
  val ofTarget: Seq[Expression] =
    splitConjunctivePredicates(condition).filter(_.references.subsetOf(target))

  /** The columns of the source in the condition. */
  val ofSource: Seq[Attribute] = (condition.references -- target).toSeq

  /**
   * What ON says of the table for each of these rows of the source, as conjunctions. None where Spark reads a value in a
   * condition in another way than one in a row, as it does the text `now` that becomes a time.
   *
   * @param rows with the columns of [[ofSource]]
   */
  def predicates(rows: Seq[InternalRow]): Option[Seq[Seq[Expression]]] = {
    val each = rows.map { row =>
      val values = ofSource.zipWithIndex.map { case (column, i) =>
        column.exprId -> Literal(row.get(i, column.dataType), column.dataType)
      }.toMap
      splitConjunctivePredicates(condition.transform {
        case column: Attribute if values.contains(column.exprId) => values(column.exprId)
      })
    }
    Option.when(Obstacles.inPredicates(each).isEmpty)(each)
  }
}

object MergeReads {

  /** Of so many rows at most a source counts as one condition for each. */
  val FewRows = 100

  /** @param source the rows that it has used; None where they cannot be read again */
  def of(merge: MergeIntoCommand, source: Option[LogicalPlan]): Either[Unresolved, MergeReads] = {
    val bySource = merge.notMatchedBySourceClauses.map(_.condition.toSeq)
    for {
      kept <- source.filterNot(_ => hasPadding(merge)).toRight(SourceNotKept)
      _ <- Obstacles.inPredicates(Seq(merge.condition) +: bySource).toLeft(())
    } yield MergeReads(kept, merge.condition, merge.target.outputSet, bySource)
  }

  private def hasPadding(merge: MergeIntoCommand): Boolean =
    merge.expressions.flatMap(_.references).exists(column => Padding.isIn(column.metadata))
}
