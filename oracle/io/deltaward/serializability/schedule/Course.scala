package io.deltaward.serializability.schedule

/**
 * The outcome of a schedule.
 *
 * @param ran  outcome of each statement, by its index
 * @param kept versions that upkeep has committed
 */
final case class Course(ran: Seq[Ran], kept: Seq[Long])
