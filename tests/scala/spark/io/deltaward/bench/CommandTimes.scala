package io.deltaward.bench

import java.nio.file.Path

import org.apache.spark.sql.delta.DeltaLog

/**
 * `SHOW PROTOCOL COMPATIBILITY`, which keeps nothing between two answers, against `DESCRIBE DETAIL`: of a table whose
 * state Delta has in memory, and of one whose state it has to read.
 */
final class CommandTimes(side: Side, table: Path, n: Int) {
  private val name = s"delta.`$table`"
  private val (ours, known, unknown) = ("ours", "known", "unknown")

  private val samples = Rounds.of(Seq(ours, known, unknown), n) {
    case (`ours`, _) => side.time(s"SHOW PROTOCOL COMPATIBILITY FOR $name")
    case (`known`, _) => side.time(s"DESCRIBE DETAIL $name")
    case _ =>
      DeltaLog.clearCache()
      side.time(s"DESCRIBE DETAIL $name")
  }

  def show: Samples = samples(ours)
  def detailOfKnown: Samples = samples(known)
  def detailOfUnknown: Samples = samples(unknown)
}
