package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.OptimisticTransaction

/** Adds nothing: since 3.3, OPTIMIZE compares deletion vectors before it commits again after a conflict. */
trait RewriteOfLiveFiles extends OptimisticTransaction
