package io.deltaward.serializability.proof

import scala.collection.mutable

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{
  Attribute,
  AttributeSeq,
  BindReferences,
  Expression
}

/** Conditions that can be evaluated on rows, each made once. For one thread. */
final class BoundConditions {

  private val known = mutable.HashMap.empty[Expression, Expression]

  def ofTable(condition: Expression): Expression = ofJoin(condition, Nil)

  /** @param others columns that follow those of the table */
  def ofJoin(condition: Expression, others: Seq[Attribute]): Expression =
    known.getOrElseUpdate(
      condition,
      BindReferences.bindReference(named(condition), AttributeSeq(RecordTable.columns ++ others))
    )

  /** A constraint is a text, and names columns. */
  private def named(condition: Expression): Expression = condition.transform {
    case UnresolvedAttribute(Seq(name)) => RecordTable.columns.find(_.name == name).get
  }
}
