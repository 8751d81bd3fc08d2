package io.deltaward.bench

import java.nio.file.Path

import org.apache.spark.sql.delta.DeltaLog

/**
 * Compares `SHOW PROTOCOL COMPATIBILITY` and `SHOW TABLE FEATURES`, which keep nothing between two answers, with
 * `DESCRIBE DETAIL`. Measures the latter with the table's state in Delta's memory, and without.
 */
final class CommandTimes(side: Side, table: Path, n: Int) {
  private val name = s"delta.`$table`"
  private val (compatibility, features) = ("compatibility", "features")
  private val (known, unknown) = ("known", "unknown")

  private val samples = Rounds.run(Seq(compatibility, features, known, unknown), n) {
    case (`compatibility`, _) => side.time(s"SHOW PROTOCOL COMPATIBILITY FOR $name")
    case (`features`, _) => side.time(s"SHOW TABLE FEATURES $name")
    case (`known`, _) => side.time(s"DESCRIBE DETAIL $name")
    case _ =>
      DeltaLog.clearCache()
      side.time(s"DESCRIBE DETAIL $name")
  }

  def showCompatibility: Samples = samples(compatibility)
  def showFeatures: Samples = samples(features)
  def detailOfKnown: Samples = samples(known)
  def detailOfUnknown: Samples = samples(unknown)
}
