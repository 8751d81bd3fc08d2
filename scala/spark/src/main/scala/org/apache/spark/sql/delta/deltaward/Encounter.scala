package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{CurrentTransactionInfo, IsolationLevel, WinningCommitSummary}

/**
 * A transaction that meets a winning commit.
 *
 * @param info  what the transaction was about to commit, before Delta checks it against the winning commit
 * @param level isolation level of the transaction
 */
final case class Encounter(
    info: CurrentTransactionInfo,
    winner: WinningCommitSummary,
    level: IsolationLevel
)
