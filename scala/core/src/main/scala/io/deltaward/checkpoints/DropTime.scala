package io.deltaward.checkpoints

import java.util.concurrent.TimeUnit.MINUTES

import io.deltaward.log.LogEntry

/** When `checkpointProtection` can be dropped (rule D5). */
object DropTime {

  /**
   * The earliest moment at which `DROP FEATURE checkpointProtection TRUNCATE HISTORY` truncates all history before the
   * boundary, which it does in whole minutes. `None` where there is no such history; a boundary that the table has not
   * reached has no moment either.
   *
   * @param latest    the newest version
   * @param retention `delta.dropFeatureTruncateHistory.retentionDuration` in milliseconds
   * @return milliseconds since the epoch
   */
  def earliest(
      entries: Iterable[LogEntry],
      latest: Long,
      boundary: Long,
      retention: Long
  ): Option[Long] = {
    val groups = CleanupGroup.of(entries, latest + 1)
    val before = groups.take(groups.indexWhere(_.until >= boundary) + 1)
    Option.when(before.exists(_.files.exists(versionOf(_) < boundary))) {
      val minute = MINUTES.toMillis(1)
      -Math.floorDiv(-before.map(_.expires).max, minute) * minute + retention
    }
  }

  private def versionOf(entry: LogEntry): Long = entry.name.takeWhile(_.isDigit).toLong
}
