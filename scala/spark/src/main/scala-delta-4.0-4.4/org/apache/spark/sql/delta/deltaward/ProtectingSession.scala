package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.sources.DeltaSQLConf

/**
 * Creates a session in which Delta's log cleanup keeps to the boundary of `checkpointProtection` (rule C1). It removes all
 * versions before the boundary at once, or none. Delta 4.4.0 has two switches for other behaviour. The user's own session
 * keeps them as they are.
 */
object ProtectingSession {

  def forSession(session: SparkSession): SparkSession = {
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
