package io.deltaward.serializability.histories

import io.deltaward.serializability.model.Bag
import io.deltaward.serializability.schedule.{Outcome, Ran}

/**
 * What came of a history.
 *
 * @param ran      by the index of the operation
 * @param contents of the table at every version from the start on
 * @param problems what must not be; none for a history that is as it should be
 */
final case class Result(
    history: History,
    ran: Seq[Ran],
    contents: Map[Long, Bag],
    problems: Seq[String]
) {

  def commits: Int = ran.count(_.outcome.isInstanceOf[Outcome.Committed])

  def aborts: Int = ran.size - commits
}
