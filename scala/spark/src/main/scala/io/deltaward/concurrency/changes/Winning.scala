package io.deltaward.concurrency.changes

import org.apache.spark.sql.delta.actions._

/**
 * A winning commit: the commit that took the version.
 *
 * @param operation the operation's name, if the commit information states it
 * @param note      the text in which a rewrite notes where it has put rows
 */
final case class Winning(
    actions: Seq[Action],
    operation: Option[String],
    note: Option[String] = None
) {

  lazy val stretches: Stretches = note.fold(Stretches.none)(Stretches.parse)

  val changes: FileChanges = FileChanges.fromActions(actions)

  private def files: Seq[FileAction] = actions.collect { case file: FileAction => file }

  /**
   * Checks whether the commit only moves rows to other files. `dataChange = false` alone does not prove that, since a user
   * can set it on any write. The row counts must agree, too, since a compaction that skips missing files loses rows. Returns
   * false if a file does not report its rows.
   */
  def keepsRows: Boolean =
    operation.exists(Set("OPTIMIZE", "REORG")) && files.forall(!_.dataChange) &&
      FileRows.areAsMany(removals, additions)

  /** Checks whether the commit may have added, removed or changed a row. */
  def changesRows: Boolean = files.nonEmpty && !keepsRows

  private def removals: Seq[RemoveFile] = actions.collect { case file: RemoveFile => file }
  private def additions: Seq[AddFile] = actions.collect { case file: AddFile => file }
}
