package io.deltaward.serializability.log

/** The rows that the log promises are the rows that a reader finds. */
object RowCounts {

  private val counted = Invariant("the log's row counts are the table's")

  def findings(log: Log, rows: TableRows, version: Long): Seq[Finding] = {
    val promised = log.activeAt(version).toSeq.map(_.liveRecords)
    if (promised.contains(None)) Nil
    else {
      val found = rows.at(version).size.toLong
      counted.unless(version, promised.flatten.sum == found) {
        s"${promised.flatten.sum} by the log, $found read"
      }
    }
  }
}
