package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.sources.DeltaSQLConf

/**
 * A session in which Delta's cleanup of a log takes all versions before the boundary of `checkpointProtection` at once or
 * none (rule C1). Delta 4.4.0 has two switches for what it does besides; the user's own session keeps them as they are.
 */
object ProtectingSession {

  def of(session: SparkSession): SparkSession = {
    val protecting = session.cloneSession()
    protecting.conf.set(
      DeltaSQLConf.ALLOW_METADATA_CLEANUP_WHEN_ALL_PROTOCOLS_SUPPORTED.key,
      "false"
    )
    protecting.conf.set(
      DeltaSQLConf.ALLOW_METADATA_CLEANUP_CHECKPOINT_EXISTENCE_CHECK_DISABLED.key,
      "true"
    )
    protecting
  }
}
