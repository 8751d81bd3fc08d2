package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.OptimisticTransaction

/** Adds nothing: since 3.3, Delta lets a commit lower the versions of a protocol if the features stay. */
trait LowerableProtocol extends OptimisticTransaction
