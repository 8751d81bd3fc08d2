package io.deltaward.streams

/**
 * What becomes of a running stream when its table is changed.
 *
 * @param text as users see it
 */
sealed abstract class StreamOutcome(val text: String)

object StreamOutcome {

  case object GoesOn extends StreamOutcome("goes on")
  case object Restart extends StreamOutcome("fails, and goes on when it is started again")

  /** A new `checkpointLocation`; with the old one, each start fails. */
  case object NewCheckpoint extends StreamOutcome("fails, and needs a new checkpoint")
  case object Never extends StreamOutcome("fails, with a new checkpoint too")
}
