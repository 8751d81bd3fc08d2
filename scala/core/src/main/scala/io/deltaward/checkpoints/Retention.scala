package io.deltaward.checkpoints

/**
 * How long a table keeps its log, by its own properties.
 *
 * @param cleansUp `delta.enableExpiredLogCleanup`
 * @param log      `delta.logRetentionDuration` in milliseconds
 * @param truncate `delta.dropFeatureTruncateHistory.retentionDuration` in milliseconds
 */
final case class Retention(cleansUp: Boolean, log: Long, truncate: Long)
