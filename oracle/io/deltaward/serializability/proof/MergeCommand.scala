package io.deltaward.serializability.proof

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.delta.commands.MergeIntoCommand

import io.deltaward.serializability.model.{Merge, RowCondition}
import io.deltaward.serializability.model.Merge.Clause

/** Builds Delta's command for a MERGE of the model. It has only what is looked at without running it. */
object MergeCommand {

  def fromMerge(merge: Merge): MergeIntoCommand = {
    val source = new LocalRelation(
      RecordTable.columns.map(_.newInstance()),
      merge.source.map(RecordTable.values)
    )
    val sameId = EqualTo(RecordTable.id, source.output.head)
    MergeOf(
      source,
      LocalRelation(RecordTable.columns),
      Predicates.read(merge.on).foldLeft[Expression](sameId)(And(_, _)),
      merge.matched.map(matched),
      merge.insert.toSeq.map(_ =>
        DeltaMergeIntoNotMatchedInsertClause(None, actions(source.output))
      ),
      merge.notMatchedBySource.toSeq.map(bySource)
    )
  }

  private def matched(clause: Clause): DeltaMergeIntoMatchedClause =
    if (clause.change.isEmpty) DeltaMergeIntoMatchedDeleteClause(when(clause))
    else DeltaMergeIntoMatchedUpdateClause(when(clause), changed)

  private def bySource(clause: Clause): DeltaMergeIntoNotMatchedBySourceClause =
    if (clause.change.isEmpty) DeltaMergeIntoNotMatchedBySourceDeleteClause(when(clause))
    else DeltaMergeIntoNotMatchedBySourceUpdateClause(when(clause), changed)

  private def when(clause: Clause): Option[Expression] =
    Option.when(clause.condition != RowCondition.Always)(Predicates.toExpression(clause.condition))

  /** Assigns placeholders. Only columns that keep their value matter. */
  private def changed: Seq[DeltaMergeAction] =
    actions(RecordTable.columns.map {
      case kept if Seq("id", "k", "d").contains(kept.name) => kept
      case other => Literal(null, other.dataType)
    })

  private def actions(values: Seq[Expression]): Seq[DeltaMergeAction] =
    RecordTable.columns.zip(values).map { case (column, value) =>
      ColumnAssignment.of(column.name, value)
    }
}
