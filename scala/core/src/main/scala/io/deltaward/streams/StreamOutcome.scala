package io.deltaward.streams

/**
 * The outcome for a running stream when its table is changed.
 *
 * @param text as users see it
 */
sealed abstract class StreamOutcome(val text: String)

object StreamOutcome {

  case object GoesOn extends StreamOutcome("continues")
  case object Restart extends StreamOutcome("fails, and continues after a restart")

  /** Each start with the old location fails. */
  case object NewCheckpoint extends StreamOutcome("fails, and needs a new checkpointLocation")
  case object Never extends StreamOutcome("fails, even with a new checkpointLocation")
}
