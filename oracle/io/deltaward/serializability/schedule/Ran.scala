package io.deltaward.serializability.schedule

/** @param readVersion the newest version when the transaction of the statement began */
final case class Ran(statement: Statement, readVersion: Long, outcome: Outcome)
