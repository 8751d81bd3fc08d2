package io.deltaward.serializability.model

/** A condition on one row, in SQL's three-valued logic. */
sealed trait RowCondition {

  /** Evaluates the condition. `None` is SQL's NULL, which selects nothing. */
  def value(row: Record): Option[Boolean]

  /** @param alias alias of the table in the statement */
  def sql(columns: Columns, alias: String): String

  final def sql(columns: Columns): String = sql(columns, "t")

  final def holds(row: Record): Boolean = value(row).contains(true)
}

object RowCondition {

  case object Always extends RowCondition {
    override def value(row: Record): Option[Boolean] = Some(true)
    override def sql(columns: Columns, alias: String): String = "TRUE"
  }

  final case class IdIn(ids: Seq[Long]) extends RowCondition {
    override def value(row: Record): Option[Boolean] = Some(ids.contains(row.id))
    override def sql(columns: Columns, alias: String): String =
      s"$alias.id IN (${ids.mkString(", ")})"
  }

  /** @param modulus positive */
  final case class IdModulo(modulus: Int, rest: Int) extends RowCondition {
    override def value(row: Record): Option[Boolean] = Some(row.id % modulus == rest)
    override def sql(columns: Columns, alias: String): String = s"$alias.id % $modulus = $rest"
  }

  /** Compares `k`, or the column generated from it that the table is partitioned by. */
  final case class PartitionIs(k: Int) extends RowCondition {
    override def value(row: Record): Option[Boolean] = row.k.map(_ == k)
    override def sql(columns: Columns, alias: String): String =
      s"$alias.${columns.partitionColumn} = ${columns.partitionLiteral(k)}"
  }

  /** Compares the partition column, whose values have the order of `k`. */
  final case class PartitionBelow(k: Int) extends RowCondition {
    override def value(row: Record): Option[Boolean] = row.k.map(_ < k)
    override def sql(columns: Columns, alias: String): String =
      s"$alias.${columns.partitionColumn} < ${columns.partitionLiteral(k)}"
  }

  case object PartitionIsNull extends RowCondition {
    override def value(row: Record): Option[Boolean] = Some(row.k.isEmpty)
    override def sql(columns: Columns, alias: String): String =
      s"$alias.${columns.partitionColumn} IS NULL"
  }

  /** Compares `x`, or the column generated from it. */
  final case class XBelow(bound: Int) extends RowCondition {
    override def value(row: Record): Option[Boolean] = row.x.map(_ < bound)
    override def sql(columns: Columns, alias: String): String =
      s"${columns.xValue(alias)} < ${columns.xLiteral(bound)}"
  }

  /** Compares `x` with what `late` means, the column or a variable (see [[NamesLate]]). */
  case object XBelowLate extends RowCondition {
    override def value(row: Record): Option[Boolean] =
      for (x <- row.x; late <- row.late) yield x < late
    override def sql(columns: Columns, alias: String): String = s"$alias.x < late"
  }

  case object XIsNull extends RowCondition {
    override def value(row: Record): Option[Boolean] = Some(row.x.isEmpty)
    override def sql(columns: Columns, alias: String): String = s"$alias.x IS NULL"
  }

  /** Compares `d` as text, which tells zeros of different sign apart. `=` does not. */
  final case class DIs(text: String) extends RowCondition {
    override def value(row: Record): Option[Boolean] = Some(row.d == text)
    override def sql(columns: Columns, alias: String): String =
      s"CAST($alias.d AS STRING) = '$text'"
  }

  final case class Not(of: RowCondition) extends RowCondition {
    override def value(row: Record): Option[Boolean] = of.value(row).map(!_)
    override def sql(columns: Columns, alias: String): String = s"NOT (${of.sql(columns, alias)})"
  }

  final case class And(left: RowCondition, right: RowCondition) extends RowCondition {
    override def value(row: Record): Option[Boolean] =
      (left.value(row), right.value(row)) match {
        case (Some(false), _) | (_, Some(false)) => Some(false)
        case (Some(true), Some(true)) => Some(true)
        case _ => None
      }
    override def sql(columns: Columns, alias: String): String =
      s"(${left.sql(columns, alias)} AND ${right.sql(columns, alias)})"
  }

  final case class Or(left: RowCondition, right: RowCondition) extends RowCondition {
    override def value(row: Record): Option[Boolean] =
      (left.value(row), right.value(row)) match {
        case (Some(true), _) | (_, Some(true)) => Some(true)
        case (Some(false), Some(false)) => Some(false)
        case _ => None
      }
    override def sql(columns: Columns, alias: String): String =
      s"(${left.sql(columns, alias)} OR ${right.sql(columns, alias)})"
  }
}
