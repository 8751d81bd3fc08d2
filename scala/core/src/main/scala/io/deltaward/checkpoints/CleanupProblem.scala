package io.deltaward.checkpoints

/**
 * The reason a cleanup of the log must not run.
 *
 * @param text the reason as a sentence
 */
sealed abstract class CleanupProblem(val text: String) extends Product with Serializable

object CleanupProblem {

  /** Rule C1: the cleanup would remove protected checkpoints and keep later versions before the boundary. */
  final case class ProtectedCheckpoints(checkpoints: Seq[Long], base: Long, boundary: Long)
      extends CleanupProblem(
        s"It would remove the protected checkpoints of versions ${checkpoints.mkString(", ")} and keep the versions " +
          s"from $base up to the boundary $boundary."
      )

  /**
   * Rule C3: the cleanup would remove versions and keep later ones before the boundary. The writer does not support the
   * protocol of the removed versions, or the log no longer shows it.
   *
   * @param why what is not supported, for messages
   */
  final case class UnsupportedVersions(
      versions: Seq[VersionRange],
      why: String,
      base: Long,
      boundary: Long
  ) extends CleanupProblem(
        s"It would remove the versions ${VersionRange.text(versions)}, for which $why, and keep the versions from $base " +
          s"up to the boundary $boundary."
      )

  /** The log would start with a checkpoint that cannot be used. Every reader would lose the versions after it. */
  final case class DamagedBase(base: Long, problem: CheckpointProblem)
      extends CleanupProblem(
        s"The log would start with the checkpoint of version $base, which cannot be used: ${problem.text}."
      )
}
