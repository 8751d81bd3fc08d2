package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.classic.SparkSession

/**
 * Returns a session in which Delta's log cleanup keeps to the boundary of `checkpointProtection` (rule C1). It removes all
 * versions before the boundary at once, or none. Delta 3.3 has no switch for other behaviour. Delta 3.2 does not write a table
 * with the feature, and so does not clean up its log.
 */
object ProtectingSession {

  def forSession(session: SparkSession): SparkSession = session
}
