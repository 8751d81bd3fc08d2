package io.deltaward.serializability.log

import org.apache.spark.sql.Row

/**
 * Checks that the change data feed of a version is its difference from the version before. Rows that the version
 * rewrites unchanged must not be in it. Statements here sign each row that they write, so none writes a row as it was.
 */
object ChangeFeed {

  private val gone = Invariant("the change feed's deletes and pre-images are the rows that went")
  private val come = Invariant("the change feed's inserts and post-images are the rows that came")
  private val paired = Invariant("the change feed has a post-image for each pre-image")

  def findings(log: Log, rows: RowsByVersion, version: Long): Seq[Anomaly] = {
    val on = (version - 1 to version).forall { v =>
      v >= 0 && log.isOn(v, "delta.enableChangeDataFeed")
    }
    if (on) compare(rows, version) else Nil
  }

  private def compare(rows: RowsByVersion, version: Long): Seq[Anomaly] = {
    val (before, after) = (rows.counts(version - 1), rows.counts(version))
    val byKind = rows.changes(version)
    def of(kinds: String*): Seq[Row] = kinds.flatMap(k => byKind.getOrElse(k, Nil))
    def compared(invariant: Invariant, found: Seq[Row], expected: Map[Row, Int]): Seq[Anomaly] = {
      val counted = RowsByVersion.counted(found)
      invariant.unless(version, counted == expected)(s"$counted, not $expected")
    }
    compared(gone, of("delete", "update_preimage"), RowsByVersion.minus(before, after)) ++
      compared(come, of("insert", "update_postimage"), RowsByVersion.minus(after, before)) ++
      paired.unless(version, of("update_preimage").size == of("update_postimage").size) {
        byKind.view.mapValues(_.size).toMap.toString
      }
  }
}
