package io.deltaward.checkpoints

/** A checkpoint that has been opened, with the problem that this showed, if any. */
final case class InspectedCheckpoint(found: FoundCheckpoint, problem: Option[CheckpointProblem])
