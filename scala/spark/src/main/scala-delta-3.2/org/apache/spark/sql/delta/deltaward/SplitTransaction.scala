package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.OptimisticTransaction

/** Calls neither: Delta 3.2 splits no transaction, and its MERGE tells the transaction nothing before it reads its source. */
trait SplitTransaction extends OptimisticTransaction {

  /** Called before a statement reads rows. */
  protected def stopBeforeRows(): Unit

  /** Returns a transaction that commits a part of this one. */
  protected def part(): SplitTransaction
}
