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
 * The rows that a MERGE reads of its target, as its source determines them. They match a source row, or a NOT MATCHED BY
 * SOURCE clause applies to them.
 *
 * @param source    the source rows that the MERGE has used
 * @param condition the ON condition
 * @param target    the columns of the target
 * @param bySource  conditions of the NOT MATCHED BY SOURCE clauses, each a conjunction; an empty one stands for all rows
 */
final case class MergeReads private (
    source: LogicalPlan,
    condition: Expression,
    target: AttributeSet,
    bySource: Seq[Seq[Expression]]
) extends PredicateHelper {

  /** The parts of the ON condition that only name columns of the target. */
  val ofTarget: Seq[Expression] =
    splitConjunctivePredicates(condition).filter(_.references.subsetOf(target))

  /** The columns of the source in the ON condition. */
  val ofSource: Seq[Attribute] = (condition.references -- target).toSeq

  /**
   * Returns the ON condition for each of these source rows, as a conjunction on the target's columns. Returns `None` if
   * Spark reads a value in a condition differently than in a row. An example is the text `now`, which becomes a time.
   *
   * @param rows source rows with the columns of [[ofSource]]
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

  /** Maximum number of source rows to turn into one condition each. */
  val FewRows = 100

  /**
   * Returns what a MERGE reads, or why that is not known.
   *
   * @param source the source rows that the MERGE has used; `None` if they cannot be read again
   */
  def forMerge(
      merge: MergeIntoCommand,
      source: Option[LogicalPlan]
  ): Either[Unresolved, MergeReads] = {
    val bySource = merge.notMatchedBySourceClauses.map(_.condition.toSeq)
    for {
      kept <- source.filterNot(_ => hasPadding(merge)).toRight(SourceNotKept)
      _ <- Obstacles.inPredicates(Seq(merge.condition) +: bySource).toLeft(())
    } yield MergeReads(kept, merge.condition, merge.target.outputSet, bySource)
  }

  private def hasPadding(merge: MergeIntoCommand): Boolean =
    merge.expressions.flatMap(_.references).exists(column => Padding.isIn(column.metadata))
}
