package io.deltaward.serializability.proof

import scala.collection.mutable

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  AttributeSeq,
  BindReferences,
  Expression
}

/** Binds conditions, so that they can be evaluated on rows. Binds each once. For one thread. */
final class BoundConditions {

  private val known = mutable.HashMap.empty[Expression, Expression]

  def ofTable(condition: Expression): Expression = ofJoin(condition, Nil)

  /** @param others columns that follow those of the table in a row */
  def ofJoin(condition: Expression, others: Seq[Attribute]): Expression =
    known.getOrElseUpdate(
      condition,
      BindReferences.bindReference(named(condition), AttributeSeq(RecordTable.columns ++ others))
    )

  /** Resolves the column names of a constraint, which is a text. */
  private def named(condition: Expression): Expression = condition.transform {
    case UnresolvedAttribute(Seq(name)) => RecordTable.columns.find(_.name == name).get
  }
}
