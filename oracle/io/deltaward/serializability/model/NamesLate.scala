package io.deltaward.serializability.model

/**
 * A statement that names `late`: a variable of its session, and the column as soon as the table has one, since Spark asks
 * for a column first.
 *
 * @param value of the variable
 */
final case class NamesLate private (value: Int, asVariable: Op, asColumn: Op) extends Op {

  override def apply(contents: Bag): Effect =
    (if (contents.hasLate) asColumn else asVariable) (contents)

  override def sql(table: Target): String = asColumn.sql(table)

  /** It stays: statements of alike settings share a session, and each has its own value before it is analysed. */
  override def before(table: Target): Seq[String] =
    s"DECLARE OR REPLACE VARIABLE late INT DEFAULT $value" +: asColumn.before(table)

  override def after(table: Target): Seq[String] = asColumn.after(table)

  override def readsUnrecorded: Boolean = asColumn.readsUnrecorded
}

object NamesLate {

  /** @param op of what it sets `x` to, and of what it compares `x` with */
  def apply(value: Int)(op: (Change.Column, Condition) => Op): NamesLate = new NamesLate(
    value,
    asVariable = op(Change.XTo(Some(value)), Condition.XBelow(value)),
    asColumn = op(Change.XToLate, Condition.XBelowLate)
  )
}
