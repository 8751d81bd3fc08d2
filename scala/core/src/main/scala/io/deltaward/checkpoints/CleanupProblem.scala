package io.deltaward.checkpoints

/**
 * Why a cleanup of the log must not run.
 *
 * @param text the reason in words, a sentence
 */
sealed abstract class CleanupProblem(val text: String) extends Product with Serializable

object CleanupProblem {

  /** Rule C1: protected checkpoints would go while later versions before the boundary stay. */
  final case class ProtectedCheckpoints(checkpoints: Seq[Long], base: Long, boundary: Long)
      extends CleanupProblem(
        s"It would remove the protected checkpoints of versions ${checkpoints.mkString(", ")} and keep the versions " +
          s"from $base up to the boundary $boundary."
      )

  /**
   * Rule C3: versions would go whose protocol the writer does not support, or that nobody can tell any more, while
   * later versions before the boundary stay.
   *
   * @param why for messages, what is not supported
   */
  final case class UnsupportedVersions(
      versions: Seq[VersionRange],
      why: String,
      base: Long,
      boundary: Long
  ) extends CleanupProblem(
        s"It would remove the versions ${VersionRange.text(versions)}, of which $why, and keep the versions from $base " +
          s"up to the boundary $boundary."
      )

  /** The log would start with a checkpoint that cannot be used: versions after it would be lost to every reader. */
  final case class DamagedBase(base: Long, problem: CheckpointProblem)
      extends CleanupProblem(
        s"The log would start with the checkpoint of version $base, which cannot be used: ${problem.text}."
      )
}
