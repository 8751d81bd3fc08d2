package io.deltaward.serializability.model

/** A condition on one row, in SQL's logic of three values. */
sealed trait Condition {

  /** `None` is SQL's NULL, which selects nothing. */
  def value(row: Record): Option[Boolean]

  /** @param alias of the table in the statement */
  def sql(columns: Columns, alias: String): String

  final def sql(columns: Columns): String = sql(columns, "t")

  final def holds(row: Record): Boolean = value(row).contains(true)
}

object Condition {

  case object Always extends Condition {
    override def value(row: Record): Option[Boolean] = Some(true)
    override def sql(columns: Columns, alias: String): String = "TRUE"
  }

  final case class IdIn(ids: Seq[Long]) extends Condition {
    override def value(row: Record): Option[Boolean] = Some(ids.contains(row.id))
    override def sql(columns: Columns, alias: String): String =
      s"$alias.id IN (${ids.mkString(", ")})"
  }

  /** @param modulus positive */
  final case class IdModulo(modulus: Int, rest: Int) extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.id % modulus == rest)
    override def sql(columns: Columns, alias: String): String = s"$alias.id % $modulus = $rest"
  }

  /** On `k`, or on the column that is generated from it, where the table is partitioned by that. */
  final case class PartitionIs(k: Int) extends Condition {
    override def value(row: Record): Option[Boolean] = row.k.map(_ == k)
    override def sql(columns: Columns, alias: String): String =
      s"$alias.${columns.partitionColumn} = ${columns.partitionLiteral(k)}"
  }

  /** Values of a generated partition have the order of theirs that they are generated from. */
  final case class PartitionBelow(k: Int) extends Condition {
    override def value(row: Record): Option[Boolean] = row.k.map(_ < k)
    override def sql(columns: Columns, alias: String): String =
      s"$alias.${columns.partitionColumn} < ${columns.partitionLiteral(k)}"
  }

  case object PartitionIsNull extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.k.isEmpty)
    override def sql(columns: Columns, alias: String): String =
      s"$alias.${columns.partitionColumn} IS NULL"
  }

  /** On `x`, or on the column that is generated from it. */
  final case class XBelow(bound: Int) extends Condition {
    override def value(row: Record): Option[Boolean] = row.x.map(_ < bound)
    override def sql(columns: Columns, alias: String): String =
      s"${columns.xValue(alias)} < ${columns.xLiteral(bound)}"
  }

  /** By the name `late` alone, which may mean something else: see [[NamesLate]]. */
  case object XBelowLate extends Condition {
    override def value(row: Record): Option[Boolean] =
      row.x.zip(row.late).map { case (x, late) => x < late }
    override def sql(columns: Columns, alias: String): String = s"$alias.x < late"
  }

  case object XIsNull extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.x.isEmpty)
    override def sql(columns: Columns, alias: String): String = s"$alias.x IS NULL"
  }

  /** Tells zeros of different sign apart, which `=` does not. */
  final case class DIs(text: String) extends Condition {
    override def value(row: Record): Option[Boolean] = Some(row.d == text)
    override def sql(columns: Columns, alias: String): String =
      s"CAST($alias.d AS STRING) = '$text'"
  }

  final case class Not(of: Condition) extends Condition {
    override def value(row: Record): Option[Boolean] = of.value(row).map(!_)
    override def sql(columns: Columns, alias: String): String = s"NOT (${of.sql(columns, alias)})"
  }

  final case class And(left: Condition, right: Condition) extends Condition {
    override def value(row: Record): Option[Boolean] =
      (left.value(row), right.value(row)) match {
        case (Some(false), _) | (_, Some(false)) => Some(false)
        case (Some(true), Some(true)) => Some(true)
        case _ => None
      }
    override def sql(columns: Columns, alias: String): String =
      s"(${left.sql(columns, alias)} AND ${right.sql(columns, alias)})"
  }

  final case class Or(left: Condition, right: Condition) extends Condition {
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
