package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{Snapshot, WinningCommitSummary}

/** Summarises commits as Delta does for winning ones, in Delta 4.1 to 4.4. */
object CommitSummaries {

  /** Returns the commits after `version`, up to the snapshot. */
  def after(
      version: Long,
      snapshot: Snapshot,
      table: Option[CatalogTable]
  ): Iterator[WinningCommitSummary] = snapshot.deltaLog
    .getChanges(version + 1, snapshot.version, table, failOnDataLoss = true)
    .map { case (changed, actions) =>
      new WinningCommitSummary(actions, CommitFile.of(snapshot.deltaLog, changed), 0)
    }
}
