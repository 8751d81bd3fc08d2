package io.deltaward.drops

import io.deltaward.checkpoints.VersionRange

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

  def mayCommit: Boolean = commits.forall(_ > 0)

  /** Whether it ends the statement for good: at once, or however long one waits. */
  def isRefused: Boolean =
    action == DropAction.Refuse || action == DropAction.Wait && earliest.isEmpty
}
