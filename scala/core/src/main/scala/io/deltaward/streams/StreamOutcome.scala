package io.deltaward.streams

/**
 * The outcome for a running stream after a change of its table.
 *
 * @param text the outcome as users see it
 */
sealed abstract class StreamOutcome(val text: String)

object StreamOutcome {

  case object GoesOn extends StreamOutcome("continues")
  case object Restart extends StreamOutcome("fails, and continues after a restart")

  /** Every start with the old `checkpointLocation` fails. */
  case object NewCheckpoint extends StreamOutcome("fails, and needs a new checkpointLocation")
  case object Never extends StreamOutcome("fails, even with a new checkpointLocation")
}
