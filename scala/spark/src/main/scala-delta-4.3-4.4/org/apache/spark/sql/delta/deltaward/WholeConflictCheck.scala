package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{ConflictChecker, CurrentTransactionInfo}

/** Runs Delta's whole conflict check, in Delta 4.3 and 4.4. It also validates the actions. */
trait WholeConflictCheck { this: ConflictChecker =>

  protected def checkAll(): CurrentTransactionInfo = checkConflictsAndValidateActions()
}
