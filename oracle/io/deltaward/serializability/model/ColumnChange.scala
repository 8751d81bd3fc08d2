package io.deltaward.serializability.model

/** The change that an UPDATE or a clause of a MERGE makes to one row. The writer signs the row's trail. */
final case class ColumnChange(column: ColumnChange.Column, writer: String) {

  def apply(row: Record): Record = {
    val signed = row.copy(trail = s"${row.trail}.$writer")
    column match {
      case ColumnChange.XTo(value) => signed.copy(x = value)
      case ColumnChange.XPlus(step) => signed.copy(x = row.x.map(_ + step))
      case ColumnChange.XToLate => signed.copy(x = row.late)
      case ColumnChange.PartitionTo(k) => signed.copy(k = k)
    }
  }

  /** The list after SET. */
  def sql: String = s"${column.sql}, trail = concat(t.trail, '.$writer')"
}

object ColumnChange {

  sealed trait Column { def sql: String }

  final case class XTo(value: Option[Int]) extends Column {
    override def sql: String = s"x = ${value.fold("NULL")(_.toString)}"
  }

  final case class XPlus(step: Int) extends Column {
    override def sql: String = s"x = t.x + $step"
  }

  /** Sets `x` to what `late` means, the column or a variable (see [[NamesLate]]). */
  case object XToLate extends Column {
    override def sql: String = "x = late"
  }

  final case class PartitionTo(k: Option[Int]) extends Column {
    override def sql: String = s"k = ${k.fold("NULL")(_.toString)}"
  }
}
