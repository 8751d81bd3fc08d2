package org.apache.spark.sql.delta.deltaward

import scala.collection.mutable
import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaConfigs, Snapshot, WinningCommitSummary}
import org.apache.spark.sql.delta.actions.{Action, Metadata, RemoveFile}
import org.apache.spark.sql.functions.col

import io.deltaward.concurrency.changes.Winning
import io.deltaward.concurrency.resolve.PlacedCommit

/**
 * Reads the winning commits that one transaction meets, each once.
 *
 * @param snapshot what the transaction reads
 */
final class WinningCommits(snapshot: Snapshot) {

  private val known = mutable.Map.empty[Long, Winning]

  def winning(winner: WinningCommitSummary): Winning = known.getOrElseUpdate(
    winner.commitVersion,
    Winning(
      counted(winner.actions),
      winner.commitInfo.map(_.operation),
      winner.commitInfo.flatMap(RewriteNotes.read)
    )
  )

  def placed(winner: WinningCommitSummary): PlacedCommit = PlacedCommit(
    winner.commitVersion,
    winner.commitInfo.flatMap(_.readVersion),
    winner.blindAppendAddedFiles,
    changesRows(winner)
  )

  def changesRows(winner: WinningCommitSummary): Boolean =
    !ofRowIds(winner) && winning(winner).changesRows

  /**
   * Checks whether a commit adds row ids to existing files or removes them. Delta makes such commits since 3.3 and 4.1. An
   * older Delta can meet them.
   */
  private def ofRowIds(winner: WinningCommitSummary): Boolean = winner.commitInfo.exists(info =>
    Set("ROW TRACKING BACKFILL", "ROW TRACKING UNBACKFILL")(info.operation)
  )

  /**
   * Checks whether a commit turns row tracking on: it gives ids to the rows of existing files, or sets the property. Delta
   * gives new ids to files that a transaction from before that commit adds again.
   */
  def startsRowTracking(winner: WinningCommitSummary): Boolean =
    winner.commitInfo.exists(_.operation == "ROW TRACKING BACKFILL") ||
      !tracksRows(snapshot.metadata) && winner.metadataUpdates.exists(tracksRows)

  private def tracksRows(metadata: Metadata): Boolean =
    DeltaConfigs.ROW_TRACKING_ENABLED.fromMetaData(metadata)

  /** Returns the first commit that changed rows, of those after `version` up to the transaction's snapshot. */
  def firstAfter(version: Long, table: Option[CatalogTable]): Option[WinningCommitSummary] =
    CommitSummaries.after(version, snapshot, table).find(changesRows)

  /**
   * Adds the number of rows to files that a rewrite removes, from the snapshot of the transaction. Not every engine writes it
   * into the commit.
   */
  private def counted(actions: Seq[Action]): Seq[Action] = {
    val silent = actions.collect {
      case file: RemoveFile if !file.dataChange && file.numLogicalRecords.isEmpty => file.path
    }
    if (silent.isEmpty) actions
    else
      try {
        val read = snapshot.allFiles.where(col("path").isin(silent: _*)).collect()
          .map(file => (file.path, file.getDeletionVectorUniqueId) -> file.stats).toMap
        actions.map {
          case file: RemoveFile if file.numLogicalRecords.isEmpty =>
            read.get((file.path, file.getDeletionVectorUniqueId))
              .fold(file)(stats => file.copy(stats = stats))
          case other => other
        }
      } catch { case NonFatal(_) => actions }
  }
}
