package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.CurrentTransactionInfo

import io.deltaward.concurrency.changes.{FileRanges, Limits, RowSource}
import io.deltaward.concurrency.reads.PartitionValues
import io.deltaward.conf.{DeltawardConf, SessionConf}

/**
 * Gives the resolution of a conflict access to the table that the losing transaction read.
 *
 * @param vectors deletion vectors that the resolution writes
 */
final class RowAccess(statement: StatementContext, vectors: DeletionVectorFiles) {

  def rows(info: CurrentTransactionInfo): RowSource = new TableRows(info.readSnapshot, vectors)

  def ranges(info: CurrentTransactionInfo): FileRanges = new FileRanges(
    info.readSnapshot.metadata,
    SessionConf.get(statement.session).resolver,
    partitionValues(info)
  )

  def partitionValues(info: CurrentTransactionInfo): PartitionValues = new PartitionValues(
    info.readSnapshot.metadata,
    SessionConf.get(statement.session).sessionLocalTimeZone
  )

  def limits: Limits = new Limits(statement.settings.getConf(DeltawardConf.MAX_ROWS_TO_CHECK))
}
