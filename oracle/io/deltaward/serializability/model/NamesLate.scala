package io.deltaward.serializability.model

/**
 * A statement that names `late`. That means a variable of its session, or the column once the table has it: Spark
 * looks for a column first.
 *
 * @param value value of the variable
 */
final case class NamesLate private (value: Int, asVariable: Op, asColumn: Op) extends Op {

  override def apply(contents: Bag): Effect =
    (if (contents.hasLate) asColumn else asVariable) (contents)

  override def sql(table: Target): String = asColumn.sql(table)

  /**
   * Sets the variable, which stays afterwards. Statements with the same settings share a session, and each sets its
   * own value before it is analysed.
   */
  override def prepare(table: Target): Seq[String] =
    s"DECLARE OR REPLACE VARIABLE late INT DEFAULT $value" +: asColumn.prepare(table)

  override def cleanUp(table: Target): Seq[String] = asColumn.cleanUp(table)

  override def readsUnrecorded: Boolean = asColumn.readsUnrecorded
}

object NamesLate {

  /** @param op builds the statement from what it sets `x` to, and from what it compares `x` with */
  def apply(value: Int)(op: (ColumnChange.Column, RowCondition) => Op): NamesLate = new NamesLate(
    value,
    asVariable = op(ColumnChange.XTo(Some(value)), RowCondition.XBelow(value)),
    asColumn = op(ColumnChange.XToLate, RowCondition.XBelowLate)
  )
}
