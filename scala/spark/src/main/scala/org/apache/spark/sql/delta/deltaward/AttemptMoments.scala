package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{CurrentTransactionInfo, IsolationLevel, WinningCommitSummary}

/** The moments of the attempts of a commit. Delta's versions call them in different ways: `AttemptedTransaction`. */
trait AttemptMoments {

  /**
   * Called before every attempt. Returns what the attempt writes.
   *
   * @param version version that is attempted
   * @param attempt number of the attempt, from 0
   */
  protected def attempting(
      version: Long,
      info: CurrentTransactionInfo,
      attempt: Int,
      level: IsolationLevel
  ): CurrentTransactionInfo

  /** Called after an attempt lost. `resolved` checks the attempt against all winning commits. */
  protected def lost(resolved: => CurrentTransactionInfo): CurrentTransactionInfo

  /** Returns the conflict checker for a winning commit. */
  protected def checker(
      winner: WinningCommitSummary,
      info: CurrentTransactionInfo,
      level: IsolationLevel
  ): RowLevelConflictChecker
}
