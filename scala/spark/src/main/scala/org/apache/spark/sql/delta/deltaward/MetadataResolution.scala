package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{
  CurrentTransactionInfo,
  DeltaOperations,
  Snapshot,
  WinningCommitSummary
}

import io.deltaward.conf.DeltawardConf
import io.deltaward.conflicts.{Resolution, Unresolved}
import io.deltaward.conflicts.Unresolved.MetadataChanged

/**
 * Resolves conflicts of one transaction with changes of the metadata, one winning commit after the other.
 *
 * @param snapshot what the transaction reads
 */
final class MetadataResolution(
    snapshot: Snapshot,
    statement: StatementContext,
    access: RowAccess,
    decide: BoundedDecision
) {

  /** The metadata that the transaction read, or that of the last winning commit which changed it. */
  private var latest = snapshot.metadata

  private var added = false

  /** Tells whether a winning commit added columns, which the transaction does not know. */
  def addedColumns: Boolean = added

  def resolve(
      info: CurrentTransactionInfo,
      operation: DeltaOperations.Operation,
      winner: WinningCommitSummary
  ): Either[Unresolved, (Resolution, CurrentTransactionInfo)] =
    if (!statement.settings.getConf(DeltawardConf.METADATA_ENABLED)) Left(MetadataChanged)
    else {
      val decided = decide(
        new MetadataConcurrency(
          operation,
          latest,
          statement.mayMeanNewColumn,
          access.rows(info),
          access.limits
        ).resolved(info, winner).map { done =>
          KeptLog.requireFor(info)
          done
        }
      )
      decided.foreach { case (_, after) =>
        latest = winner.metadataUpdates.head
        added ||= MetadataChanges.addsColumns(info.metadata, after.metadata)
      }
      decided
    }
}
