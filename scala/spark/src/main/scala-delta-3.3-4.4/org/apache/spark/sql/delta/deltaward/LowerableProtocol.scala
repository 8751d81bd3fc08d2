package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.OptimisticTransaction

/** Lets a commit lower the versions of a protocol, which Delta allows since 3.3 if the features stay. */
trait LowerableProtocol extends OptimisticTransaction
