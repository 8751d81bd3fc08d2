package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.spark.sql.delta.DeltaConfigs
import org.apache.spark.sql.delta.actions.Metadata

import io.deltaward.checkpoints.Retention

/** Reads how long Delta keeps the log of a table with these properties. */
object LogRetention {

  /** Returns the retention, or `None` if Delta cannot parse the properties. */
  def fromProperties(properties: Map[String, String]): Option[Retention] = Try {
    val metadata = Metadata(configuration = properties)
    Retention(
      cleansUp = DeltaConfigs.ENABLE_EXPIRED_LOG_CLEANUP.fromMetaData(metadata),
      log = DeltaConfigs.getMilliSeconds(DeltaConfigs.LOG_RETENTION.fromMetaData(metadata)),
      truncate = ofTruncation(metadata)
    )
  }.toOption

  /** Returns how long DROP FEATURE TRUNCATE HISTORY keeps the log, in milliseconds. */
  def ofTruncation(metadata: Metadata): Long = DeltaConfigs.getMilliSeconds(
    DeltaConfigs.TABLE_FEATURE_DROP_TRUNCATE_HISTORY_LOG_RETENTION.fromMetaData(metadata)
  )
}
