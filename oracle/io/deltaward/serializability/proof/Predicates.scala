package io.deltaward.serializability.proof

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.StringType

import io.deltaward.serializability.model.RowCondition

/** Converts conditions to Spark's expressions. */
object Predicates {

  def toExpression(condition: RowCondition): Expression = condition match {
    case RowCondition.Always => Literal.TrueLiteral
    case RowCondition.IdIn(Seq(one)) => EqualTo(RecordTable.id, Literal(one))
    case RowCondition.IdIn(ids) => In(RecordTable.id, ids.map(Literal(_)))
    case RowCondition.XBelow(bound) => LessThan(RecordTable.x, Literal(bound))
    case RowCondition.XIsNull => IsNull(RecordTable.x)
    case RowCondition.DIs(text) => EqualTo(Cast(RecordTable.d, StringType), Literal(text))
    case RowCondition.Not(of) => Not(Predicates.toExpression(of))
    case RowCondition.And(left, right) => And(toExpression(left), toExpression(right))
    case RowCondition.Or(left, right) => Or(toExpression(left), toExpression(right))
    case other => throw new IllegalArgumentException(s"the menu does not have $other")
  }

  /** Returns what a transaction records as read, as a conjunction. An empty one stands for all rows. */
  def read(condition: RowCondition): Seq[Expression] =
    if (condition == RowCondition.Always) Nil else Seq(toExpression(condition))
}
