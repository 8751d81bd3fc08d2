package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.{CurrentTransactionInfo, DeltaOperations, OptimisticTransaction}

/** Tells the operation that a transaction commits. Since 3.3, Delta passes it to each attempt. */
trait CommittingOperation extends OptimisticTransaction {

  protected def operationOf(info: CurrentTransactionInfo): DeltaOperations.Operation = info.op
}
