package io.deltaward.serializability.proof

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.StringType

import io.deltaward.serializability.model.Condition

/** Conditions as Spark has them. */
object Predicates {

  def of(condition: Condition): Expression = condition match {
    case Condition.Always => Literal.TrueLiteral
    case Condition.IdIn(Seq(one)) => EqualTo(RecordTable.id, Literal(one))
    case Condition.IdIn(ids) => In(RecordTable.id, ids.map(Literal(_)))
    case Condition.XBelow(bound) => LessThan(RecordTable.x, Literal(bound))
    case Condition.XIsNull => IsNull(RecordTable.x)
    case Condition.DIs(text) => EqualTo(Cast(RecordTable.d, StringType), Literal(text))
    case Condition.Not(of) => Not(Predicates.of(of))
    case Condition.And(left, right) => And(of(left), of(right))
    case Condition.Or(left, right) => Or(of(left), of(right))
    case other => throw new IllegalArgumentException(s"the menu does not have $other")
  }

  /** What a transaction records as read: a conjunction, and an empty one for all rows. */
  def read(condition: Condition): Seq[Expression] =
    if (condition == Condition.Always) Nil else Seq(of(condition))
}
