package io.deltaward.serializability.model

/** A statement, as a function from contents to contents and as SQL. */
trait Op {

  def apply(contents: Bag): Effect

  def sql(table: Target): String

  /** Statements that the same session runs before and after it. */
  def prepare(table: Target): Seq[String] = Nil
  def cleanUp(table: Target): Seq[String] = Nil

  /** Reads nothing of the table, and only adds rows. */
  def isBlindAppend: Boolean = false

  /** Leaves every row as it is. */
  def isIdentity: Boolean = false

  /** Reads the table in a way that Delta's transaction does not record. */
  def readsUnrecorded: Boolean = false

  /** Reads files of the table directly, not a version of it. If others change rows meanwhile, it is left to Delta. */
  def readsFiles: Boolean = false

  /** Needs earlier contents of the table, not only the current ones. */
  def readsPast: Boolean = false
}

/** @param affected number of rows that the statement reports; `None` if it reports none */
final case class Effect(contents: Bag, affected: Option[Long])
