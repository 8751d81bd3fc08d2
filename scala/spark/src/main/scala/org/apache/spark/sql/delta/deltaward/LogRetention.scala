package org.apache.spark.sql.delta.deltaward

import scala.util.Try

import org.apache.spark.sql.delta.DeltaConfigs
import org.apache.spark.sql.delta.actions.{DropTableFeatureUtils, Metadata}

import io.deltaward.checkpoints.Retention

/** How long Delta keeps the log of a table with these properties. */
object LogRetention {

  /** `None` where Delta cannot understand them. */
  def of(properties: Map[String, String]): Option[Retention] = Try {
    val metadata = Metadata(configuration = properties)
    Retention(
      cleansUp = DeltaConfigs.ENABLE_EXPIRED_LOG_CLEANUP.fromMetaData(metadata),
      log = DeltaConfigs.getMilliSeconds(DeltaConfigs.LOG_RETENTION.fromMetaData(metadata)),
      truncate = DropTableFeatureUtils.truncateHistoryLogRetentionMillis(metadata)
    )
  }.toOption
}
