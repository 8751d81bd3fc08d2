package io.deltaward.checkpoints

/**
 * The properties that say how long a table keeps its log.
 *
 * @param cleansUp `delta.enableExpiredLogCleanup`
 * @param log      `delta.logRetentionDuration` in milliseconds
 * @param truncate `delta.dropFeatureTruncateHistory.retentionDuration` in milliseconds
 */
final case class Retention(cleansUp: Boolean, log: Long, truncate: Long)
