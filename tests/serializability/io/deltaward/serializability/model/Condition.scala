package io.deltaward.serializability.model

/** A condition on one row, in SQL's logic of three values. */
sealed trait Condition {

  /** `None` is SQL's NULL, which selects nothing. */
  def value(row: Record): Option[Boolean]

  def sql(table: String): String

  final def sql: String = sql("t")

  final def holds(row: Record): Boolean = value(row).contains(true)
}

object Condition {

  case object Always extends Condition {
    override def value(row: Record): Option[Boolean] = Some(true)
    override def sql(table: String): String = "TRUE"
  }

  final case class IdIn(ids: Seq[Long]) extends Condition {
    override def value(row: Record): Option[Boolean] = Some(ids.contains(row.id))
    override def sql(table: String): String = s"$table.id IN (${ids.mkString(", ")})"
  }

  /** @param modulus positive */
  final case class IdModulo(modulus: Int, rest: Int) extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.id % modulus == rest)
    override def sql(table: String): String = s"$table.id % $modulus = $rest"
  }

  final case class PartitionIs(k: Int) extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.k == k)
    override def sql(table: String): String = s"$table.k = $k"
  }

  final case class XBelow(bound: Int) extends Condition {
    override def value(row: Record): Option[Boolean] = row.x.map(_ < bound)
    override def sql(table: String): String = s"$table.x < $bound"
  }

  case object XIsNull extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.x.isEmpty)
    override def sql(table: String): String = s"$table.x IS NULL"
  }

  /** Tells zeros of different sign apart, which `=` does not. */
  final case class DIs(text: String) extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.d == text)
    override def sql(table: String): String = s"CAST($table.d AS STRING) = '$text'"
  }

  final case class Not(of: Condition) extends Condition {
    override def value(row: Record): Option[Boolean] = of.value(row).map(!_)
    override def sql(table: String): String = s"NOT (${of.sql(table)})"
  }

  final case class And(left: Condition, right: Condition) extends Condition {
    override def value(row: Record): Option[Boolean] =
      (left.value(row), right.value(row)) match {
        case (Some(false), _) | (_, Some(false)) => Some(false)
        case (Some(true), Some(true)) => Some(true)
        case _ => None
      }
    override def sql(table: String): String = s"(${left.sql(table)} AND ${right.sql(table)})"
  }

  final case class Or(left: Condition, right: Condition) extends Condition {
    override def value(row: Record): Option[Boolean] =
      (left.value(row), right.value(row)) match {
        case (Some(true), _) | (_, Some(true)) => Some(true)
        case (Some(false), Some(false)) => Some(false)
        case _ => None
      }
    override def sql(table: String): String = s"(${left.sql(table)} OR ${right.sql(table)})"
  }
}
