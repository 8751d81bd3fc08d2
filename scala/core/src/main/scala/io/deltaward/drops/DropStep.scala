package io.deltaward.drops

import io.deltaward.checkpoints.VersionRange

/** What one step of a drop does. */
sealed abstract class DropAction(override val toString: String)

object DropAction {

  /** Delta refuses, or a commit rule for the last commit, and has changed nothing. */
  case object Refuse extends DropAction("REFUSE")

  /** A table property is set or unset, so that no new traces come in. */
  case object Disable extends DropAction("DISABLE")

  /** Data files are rewritten without the feature. */
  case object Rewrite extends DropAction("REWRITE")

  /** Traces in the schema or in the log are removed. */
  case object Clean extends DropAction("CLEAN")

  /** An empty commit and a checkpoint of it: what comes after can be read from there. */
  case object Checkpoint extends DropAction("CHECKPOINT")

  /** Nothing but waiting helps; the statement ends with an error and is to be run again. */
  case object Wait extends DropAction("WAIT")

  /** Commits and checkpoints are deleted: time travel loses those versions. */
  case object Truncate extends DropAction("TRUNCATE")

  /** The protocol goes down. */
  case object Drop extends DropAction("DROP")
}

/**
 * One step of what `ALTER TABLE ... DROP FEATURE` does to this table.
 *
 * @param commits   how many it makes; `None` where that is not known
 * @param files     data files that are rewritten
 * @param bytes     their size
 * @param lost      versions that can no longer be read once the step is done
 * @param earliest  when the step can be done, in milliseconds since the epoch; `None` for at once
 * @param condition the error condition with which Delta ends the statement at this step
 * @param statement what to run for this step where it is not the drop itself
 */
final case class DropStep(
    action: DropAction,
    description: String,
    commits: Option[Int] = Some(0),
    files: Long = 0,
    bytes: Long = 0,
    lost: Option[VersionRange] = None,
    earliest: Option[Long] = None,
    condition: Option[String] = None,
    statement: Option[String] = None
) {

  /** Whether it ends the statement for good: at once, or however long one waits. */
  def isRefused: Boolean =
    action == DropAction.Refuse || action == DropAction.Wait && earliest.isEmpty
}
