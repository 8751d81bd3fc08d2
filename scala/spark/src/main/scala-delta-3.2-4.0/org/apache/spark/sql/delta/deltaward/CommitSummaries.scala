package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{Snapshot, WinningCommitSummary}

/** Summarises commits as Delta does for winning ones, in Delta 3.2 to 4.0. */
object CommitSummaries {

  /** Returns the commits after `version`, up to the snapshot. */
  def after(
      version: Long,
      snapshot: Snapshot,
      @unused table: Option[CatalogTable]
  ): Iterator[WinningCommitSummary] = snapshot.deltaLog
    .getChanges(version + 1, snapshot.version, failOnDataLoss = true)
    .map { case (changed, actions) => new WinningCommitSummary(actions, changed) }
}
