package io.deltaward.guard

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.{DeltaLog, DeltaOperations}

/** Writes the commit at the end of DROP FEATURE, without the checks that Delta makes before it. */
object DropByHand {

  def apply(spark: SparkSession, log: DeltaLog, feature: String): Unit = {
    // Analysing a plan puts the guard on the thread, as every statement does.
    spark.range(0).queryExecution.assertAnalyzed()
    val txn = log.startTransaction(None)
    val kept = txn.protocol.writerFeatures.map(_ - feature)
    val protocol = txn.protocol.copy(writerFeatures = kept)
    txn.commit(
      Seq(protocol),
      DeltaOperations.DropTableFeature(feature, truncateHistory = true)
    ): Unit
  }
}
