package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.TransactionExecutionObserver

/** Adds nothing: Delta 3.2 to 4.2 set the next observer of a thread, but cannot ask for it. */
trait NextObserver extends TransactionExecutionObserver
