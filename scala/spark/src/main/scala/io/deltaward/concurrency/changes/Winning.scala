package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions._

/**
 * The commit that has the version.
 *
 * @param operation as its own commit information names it, if it does
 * @param note      of a rewrite, where it has put rows, as text
 */
final case class Winning(
    actions: Seq[Action],
    operation: Option[String],
    note: Option[String] = None
) {

  lazy val stretches: Stretches = note.fold(Stretches.none)(Stretches.parse)

  val changes: FileChanges = FileChanges.of(actions)

  private def files: Seq[FileAction] = actions.collect { case file: FileAction => file }

  /**
   * Whether it holds the same rows as before in other files. The mark on the actions alone is not enough: a user can ask
   * for it on any write. A compaction that passed over missing files holds fewer rows; where files do not
   * say how many they hold, it may have.
   */
  def keepsRows: Boolean =
    operation.exists(Set("OPTIMIZE", "REORG")) && files.forall(!_.dataChange) &&
      FileRows.areAsMany(removals, additions)

  /** Whether a row may have come, gone, or changed. */
  def changesRows: Boolean = files.nonEmpty && !keepsRows

  private def removals: Seq[RemoveFile] = actions.collect { case file: RemoveFile => file }
  private def additions: Seq[AddFile] = actions.collect { case file: AddFile => file }
}
