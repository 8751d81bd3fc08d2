package io.deltaward.drops

import io.deltaward.checkpoints.VersionRange

/**
 * One step of `ALTER TABLE ... DROP FEATURE` on this table.
 *
 * @param commits   number of commits that the step makes; `None` if that is unknown
 * @param files     number of data files that the step rewrites
 * @param bytes     size of these data files
 * @param lost      versions that can no longer be read after the step
 * @param earliest  when the step can be done, in milliseconds since the epoch; `None` means at once; for a wait, it means
 *                  never
 * @param condition error condition with which Delta ends the statement at this step
 * @param statement statement to run for this step, if it is not the drop itself
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

  /** Checks whether the step ends the statement for good, so that waiting does not help. */
  def isRefused: Boolean =
    action == DropAction.Refuse || action == DropAction.Wait && earliest.isEmpty
}
