package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{
  ConflictChecker,
  CurrentTransactionInfo,
  IsolationLevel,
  WinningCommitSummary
}

/** Runs Delta's conflict check, in Delta 4.1 and 4.2. */
abstract class WholeConflictCheck(
    spark: SparkSession,
    info: CurrentTransactionInfo,
    winner: WinningCommitSummary,
    level: IsolationLevel
) extends ConflictChecker(spark, info, winner, level) {

  protected def checkAll(): CurrentTransactionInfo = checkConflicts()
}
