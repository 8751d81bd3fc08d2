package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.DeltaLog
import org.apache.spark.sql.delta.actions.{Metadata, Protocol}

import io.deltaward.guard.CleanupRequest

/** Converts what Delta knows of a cleanup that it is about to run to plain values. */
object CleanupFacts {

  /** Returns the cleanup, or `None` if Delta would not clean up or the table protects nothing. */
  def gather(
      log: DeltaLog,
      protocol: Protocol,
      metadata: Metadata,
      checkpointAt: Long
  ): Option[CleanupRequest] =
    for {
      properties <- Some(metadata.configuration)
      if HistoryProtection.isIn(protocol)
      retention <- LogRetention.fromProperties(properties)
      if retention.cleansUp
    } yield CleanupRequest(
      log.dataPath,
      log.newDeltaHadoopConf(),
      properties,
      checkpointAt,
      log.clock.getTimeMillis(),
      retention,
      DeltaFeatures.running.features
    )
}
