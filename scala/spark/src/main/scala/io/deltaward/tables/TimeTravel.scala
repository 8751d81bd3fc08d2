package io.deltaward.tables

import org.apache.spark.sql.catalyst.expressions.Expression

/** The version of a table that a statement asks about. */
sealed trait TimeTravel

object TimeTravel {
  case object Latest extends TimeTravel
  final case class Version(version: Long) extends TimeTravel

  /** A constant expression, not yet resolved. */
  final case class Timestamp(expression: Expression) extends TimeTravel
}
