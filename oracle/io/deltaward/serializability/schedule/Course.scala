package io.deltaward.serializability.schedule

/**
 * What came of a schedule.
 *
 * @param ran  by the index of the statement
 * @param kept versions that upkeep has made
 */
final case class Course(ran: Seq[Ran], kept: Seq[Long])
