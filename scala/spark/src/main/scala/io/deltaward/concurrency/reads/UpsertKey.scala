package io.deltaward.concurrency.reads

import org.apache.spark.sql.catalyst.expressions.{Attribute, EqualTo, Expression, PredicateHelper}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.delta.commands.MergeIntoCommand

/**
 * Finds the column `k` by which a MERGE updates or inserts each row of its source. The MERGE has `ON t.k = s.k` and two
 * clauses without a condition. `WHEN MATCHED THEN UPDATE` leaves `k` alone, and `WHEN NOT MATCHED THEN INSERT` writes `s.k`
 * as `k`. Every key of the source is then in a row that the MERGE writes. Rows with other keys do not matter to it.
 */
object UpsertKey extends PredicateHelper {

  def find(merge: MergeIntoCommand): Option[Attribute] =
    (merge.matchedClauses, merge.notMatchedClauses, merge.notMatchedBySourceClauses) match {
      case (
            Seq(update: DeltaMergeIntoMatchedUpdateClause),
            Seq(insert: DeltaMergeIntoNotMatchedInsertClause),
            Seq()
          ) if update.condition.isEmpty && insert.condition.isEmpty =>
        keys(merge).collectFirst {
          case (target, source)
              if sets(update, target, Seq(target, source)) && sets(insert, target, Seq(source)) =>
            target
        }
      case _ => None
    }

  /** Returns the target's and the source's column of each equality between two columns. */
  private def keys(merge: MergeIntoCommand): Seq[(Attribute, Attribute)] =
    splitConjunctivePredicates(merge.condition).collect {
      case EqualTo(left: Attribute, right: Attribute) if left.dataType == right.dataType =>
        if (merge.target.outputSet.contains(left)) left -> right else right -> left
    }.filter { case (target, source) =>
      merge.target.outputSet.contains(target) && merge.source.outputSet.contains(source)
    }

  private def sets(
      clause: DeltaMergeIntoClause,
      column: Attribute,
      values: Seq[Expression]
  ): Boolean =
    clause.resolvedActions
      .filter(_.targetColNameParts == Seq(column.name))
      .map(_.expr)
      .forall(value => values.exists(_.semanticEquals(value))) &&
      clause.resolvedActions.exists(_.targetColNameParts == Seq(column.name))
}
