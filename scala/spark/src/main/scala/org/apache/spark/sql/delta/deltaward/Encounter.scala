package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{
  CurrentTransactionInfo,
  DeltaOperations,
  IsolationLevel,
  WinningCommitSummary
}

/**
 * A transaction that meets a winning commit.
 *
 * @param info      what the transaction was about to commit, before Delta checks it against the winning commit
 * @param operation the operation that the transaction commits
 * @param level     isolation level of the transaction
 */
final case class Encounter(
    info: CurrentTransactionInfo,
    operation: DeltaOperations.Operation,
    winner: WinningCommitSummary,
    level: IsolationLevel
)
