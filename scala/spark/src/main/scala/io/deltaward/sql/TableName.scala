package io.deltaward.sql

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.util.quoteIfNeeded

/** A table as a statement names it. */
sealed trait TableName {

  /** For messages and statements: it can be pasted back. */
  def quoted: String
}

object TableName {

  /** `'/data/orders'` */
  final case class Path(path: String) extends TableName {
    override def quoted: String = s"delta.`${path.replace("`", "``")}`"
  }

  /** `sales.orders`, or ``delta.`/data/orders` `` */
  final case class Parts(parts: Seq[String]) extends TableName {
    override def quoted: String = parts.map(quoteIfNeeded).mkString(".")
  }
}

/** The version of a table that a statement asks about. */
sealed trait TimeTravel

object TimeTravel {
  case object Latest extends TimeTravel
  final case class Version(version: Long) extends TimeTravel

  /** A constant expression, not yet resolved. */
  final case class Timestamp(expression: Expression) extends TimeTravel
}

/** `FOR CLIENT 'name' ['version']` */
final case class ClientChoice(name: String, version: Option[String])
