package org.apache.spark.sql.delta.deltaward

import scala.annotation.unused

import org.apache.spark.sql.catalyst.catalog.CatalogTable
import org.apache.spark.sql.delta.{DeltaLog, LogSegment, Snapshot}

/** Opens the table after a commit that `commitLarge` wrote, in Delta 3.2. */
object LargeCommitSnapshot {

  def after(
      log: DeltaLog,
      version: Long,
      commit: WrittenCommit.Type,
      before: LogSegment,
      @unused table: Option[CatalogTable]
  ): Snapshot = log.updateAfterCommit(version, commit, None, before)
}
