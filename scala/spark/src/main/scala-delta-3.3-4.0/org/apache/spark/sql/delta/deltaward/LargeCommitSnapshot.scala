package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaLog, LogSegment, Snapshot}

/** Opens the table after a commit that `commitLarge` wrote, in Delta 3.3 and 4.0. */
object LargeCommitSnapshot {

  def after(
      log: DeltaLog,
      version: Long,
      commit: WrittenCommit.Type,
      before: LogSegment,
      table: Option[CatalogTable]
  ): Snapshot = log.updateAfterCommit(version, commit, None, before, table)
}
