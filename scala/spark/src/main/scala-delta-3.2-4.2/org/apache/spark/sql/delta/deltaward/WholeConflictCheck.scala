package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{ConflictChecker, CurrentTransactionInfo}

/** Runs Delta's whole conflict check, in Delta 3.2 to 4.2. */
trait WholeConflictCheck { this: ConflictChecker =>

  protected def checkAll(): CurrentTransactionInfo = checkConflicts()
}
