package io.deltaward.serializability.model

/** A statement as a function from contents to contents, and the same statement as SQL. */
trait Op {

  def apply(contents: Bag): Effect

  def sql(table: Target): String

  /** Statements of the same session that go before it, and after it. */
  def before(table: Target): Seq[String] = Nil
  def after(table: Target): Seq[String] = Nil

  /** Reads nothing of the table, and only adds rows. */
  def isBlindAppend: Boolean = false

  /** Leaves every row as it is. */
  def isIdentity: Boolean = false

  /** Reads the table in a way that Delta's transaction does not record. */
  def readsUnrecorded: Boolean = false

  /** Reads files of the table as such, which is no read of any of its versions: past rows that others change it is Delta's. */
  def readsFiles: Boolean = false

  /** Needs what the table held before, and not only what it holds. */
  def readsPast: Boolean = false
}

/** @param affected rows, as the statement counts them; `None` where it counts none */
final case class Effect(contents: Bag, affected: Option[Long])
