package io.deltaward.serializability.schedule

/** @param readVersion the newest version when the statement started */
final case class Ran(statement: Statement, readVersion: Long, outcome: Outcome)
