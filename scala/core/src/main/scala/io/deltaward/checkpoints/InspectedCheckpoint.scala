package io.deltaward.checkpoints

/** A checkpoint that has been opened. */
final case class InspectedCheckpoint(found: FoundCheckpoint, problem: Option[CheckpointProblem])
