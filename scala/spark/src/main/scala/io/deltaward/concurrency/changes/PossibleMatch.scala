package io.deltaward.concurrency.changes

import org.apache.spark.sql.catalyst.expressions._

/**
 * Checks whether a row with values in these ranges can satisfy a condition. A condition that it does not know, or that fails
 * to evaluate, counts as satisfiable. Spark's own expressions compare the values.
 *
 * @param range returns the range of a column, by the name that the condition uses
 */
final class PossibleMatch(range: Attribute => ColumnRange) {

  def check(condition: Expression): Boolean = condition match {
    case And(left, right) => check(left) && check(right)
    case Or(left, right) => check(left) || check(right)
    case IsNull(column: Attribute) => range(column).hasNulls
    case IsNotNull(column: Attribute) => range(column).hasValues
    case Literal(null, _) => false
    case EqualTo(column: Attribute, value: Literal) => equal(column, value)
    case EqualTo(value: Literal, column: Attribute) => equal(column, value)
    case EqualNullSafe(column: Attribute, value: Literal) if value.value != null =>
      equal(column, value)
    case In(column: Attribute, values) if values.forall(_.isInstanceOf[Literal]) =>
      values.exists(value => equal(column, value.asInstanceOf[Literal]))
    case LessThan(column: Attribute, value: Literal) => below(column)(LessThan(_, value))
    case LessThanOrEqual(column: Attribute, value: Literal) =>
      below(column)(LessThanOrEqual(_, value))
    case GreaterThan(column: Attribute, value: Literal) => above(column)(GreaterThan(_, value))
    case GreaterThanOrEqual(column: Attribute, value: Literal) =>
      above(column)(GreaterThanOrEqual(_, value))
    case other => ofConstants(other)
  }

  private def equal(column: Attribute, value: Literal): Boolean =
    below(column)(LessThanOrEqual(_, value)) && above(column)(GreaterThanOrEqual(_, value))

  private def below(column: Attribute)(holds: Literal => Expression): Boolean =
    range(column).hasValues && range(column).least.forall(least => mayBeTrue(holds(least)))

  private def above(column: Attribute)(holds: Literal => Expression): Boolean =
    range(column).hasValues && range(column).greatest.forall(most => mayBeTrue(holds(most)))

  /** Evaluates any condition if the ranges leave one value for each of its columns. Otherwise it counts as satisfiable. */
  private def ofConstants(condition: Expression): Boolean = {
    val constants =
      condition.references.toSeq.map(column => column.exprId -> range(column).constant)
    constants.exists(_._2.isEmpty) || {
      val values = constants.collect { case (id, Some(value)) => id -> value }.toMap
      mayBeTrue(condition.transform { case column: Attribute => values(column.exprId) })
    }
  }

  private def mayBeTrue(constant: Expression): Boolean =
    try constant.eval(EmptyRow) == true
    catch { case scala.util.control.NonFatal(_) => true }
}
