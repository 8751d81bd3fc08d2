package io.deltaward.checkpoints

/**
 * Why a checkpoint cannot be used.
 *
 * @param text the reason in words, to follow the checkpoint's version
 */
sealed abstract class CheckpointProblem(val text: String) extends Product with Serializable

object CheckpointProblem {

  /** A writer died before it wrote, or the file was truncated. */
  final case class Empty(file: String) extends CheckpointProblem(s"$file is empty")

  /** Parts count from 1. */
  final case class MissingParts(parts: Seq[Int], of: Int)
      extends CheckpointProblem(s"of its $of parts these are missing: ${parts.mkString(", ")}")

  /** The file system failed, or the file is not of its format. */
  final case class NotReadable(file: String, cause: String)
      extends CheckpointProblem(s"$file cannot be read: $cause")

  /** A checkpoint holds exactly one of each (PROTOCOL.md, Checkpoints). */
  final case class MissingAction(action: String)
      extends CheckpointProblem(s"it holds no $action action")

  /** Sidecars that the top-level file names and the directory lacks (PROTOCOL.md, Sidecar Files). */
  final case class MissingSidecars(files: Seq[String])
      extends CheckpointProblem(s"these sidecars are missing: ${files.mkString(", ")}")

  /** Sidecars of another size than the top-level file says. */
  final case class ChangedSidecars(files: Seq[String])
      extends CheckpointProblem(
        s"these sidecars are not of the size that it names: ${files.mkString(", ")}"
      )
}
