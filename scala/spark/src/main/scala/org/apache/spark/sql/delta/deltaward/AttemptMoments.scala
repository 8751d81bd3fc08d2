package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{CurrentTransactionInfo, IsolationLevel, WinningCommitSummary}

/** Declares what deltaward does before and after each attempt of a commit. `AttemptedTransaction` connects it to Delta. */
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
