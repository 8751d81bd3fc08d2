package io.deltaward.serializability.log

/** Checks that a reader finds as many rows as the log says. */
object RowCounts {

  private val counted = Invariant("the log's row counts are the table's")

  def findings(log: Log, rows: RowsByVersion, version: Long): Seq[Anomaly] = {
    val promised = log.activeAt(version).toSeq.map(_.liveRecords)
    if (promised.contains(None)) Nil
    else {
      val found = rows.readAt(version).size.toLong
      counted.unless(version, promised.flatten.sum == found) {
        s"${promised.flatten.sum} by the log, $found read"
      }
    }
  }
}
