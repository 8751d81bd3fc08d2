package io.deltaward.serializability.model

/** A statement as a function from contents to contents, and the same statement as SQL. */
trait Op {

  def apply(contents: Bag): Effect

  /** @param table as SQL names it */
  def sql(table: String): String

  /** Reads nothing of the table, and only adds rows. */
  def isBlindAppend: Boolean = false

  /** Leaves every row as it is. */
  def isIdentity: Boolean = false
}

/** @param affected rows, as the statement counts them; `None` where it counts none */
final case class Effect(contents: Bag, affected: Option[Long])
