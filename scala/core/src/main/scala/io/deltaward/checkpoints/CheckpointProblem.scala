package io.deltaward.checkpoints

/**
 * The reason a checkpoint cannot be used.
 *
 * @param text the reason in words, to follow the checkpoint's version
 */
sealed abstract class CheckpointProblem(val text: String) extends Product with Serializable

object CheckpointProblem {

  /** A file is empty: its writer died before it wrote, or the file was truncated. */
  final case class Empty(file: String) extends CheckpointProblem(s"$file is empty")

  /** Some parts of a multi-part checkpoint are missing. Parts count from 1. */
  final case class MissingParts(parts: Seq[Int], of: Int)
      extends CheckpointProblem(s"these of its $of parts are missing: ${parts.mkString(", ")}")

  /** A file cannot be read: the file system failed, or the file is not in its format. */
  final case class NotReadable(file: String, cause: String)
      extends CheckpointProblem(s"$file cannot be read: $cause")

  /** An action is missing that a checkpoint holds exactly once (PROTOCOL.md, Checkpoints). */
  final case class MissingAction(action: String)
      extends CheckpointProblem(s"it holds no $action action")

  /** The directory lacks sidecars that the top-level file names (PROTOCOL.md, Sidecar Files). */
  final case class MissingSidecars(files: Seq[String])
      extends CheckpointProblem(s"these sidecars are missing: ${files.mkString(", ")}")

  /** Sidecars differ in size from what the top-level file says. */
  final case class ChangedSidecars(files: Seq[String])
      extends CheckpointProblem(
        s"these sidecars do not have the size that it states: ${files.mkString(", ")}"
      )
}
