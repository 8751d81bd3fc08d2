package io.deltaward.serializability.histories

import io.deltaward.serializability.model.Bag
import io.deltaward.serializability.schedule.{Outcome, Ran}

/**
 * The outcome of a history.
 *
 * @param ran      outcome of each operation, by its index
 * @param contents contents of the table at every version from the start on
 * @param problems what is wrong; empty if the history is correct
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
