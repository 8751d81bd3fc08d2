package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Delta 4.1 and 4.2 only ever set the next observer of a thread. */
trait NextObserver extends TransactionExecutionObserver
