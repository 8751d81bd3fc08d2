package io.deltaward.serializability.model

/** What an UPDATE or a clause of a MERGE makes of one row; the writer signs the row's trail. */
final case class Change(column: Change.Column, writer: String) {

  def apply(row: Record): Record = {
    val signed = row.copy(trail = s"${row.trail}.$writer")
    column match {
      case Change.XTo(value) => signed.copy(x = value)
      case Change.XPlus(step) => signed.copy(x = row.x.map(_ + step))
      case Change.XToLate => signed.copy(x = row.late)
      case Change.PartitionTo(k) => signed.copy(k = k)
    }
  }

  /** The list after SET. */
  def sql: String = s"${column.sql}, trail = concat(t.trail, '.$writer')"
}

object Change {

  sealed trait Column { def sql: String }

  final case class XTo(value: Option[Int]) extends Column {
    override def sql: String = s"x = ${value.fold("NULL")(_.toString)}"
  }

  final case class XPlus(step: Int) extends Column {
    override def sql: String = s"x = t.x + $step"
  }

  /** By the name `late` alone, which may mean something else: see [[NamesLate]]. */
  case object XToLate extends Column {
    override def sql: String = "x = late"
  }

  final case class PartitionTo(k: Option[Int]) extends Column {
    override def sql: String = s"k = ${k.fold("NULL")(_.toString)}"
  }
}
