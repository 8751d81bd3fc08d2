package io.deltaward.serializability.log

import org.apache.spark.sql.Row

/** Checks row ids and row commit versions as a reader gets them (PROTOCOL.md, "Row Tracking"). */
object RowIdentity {

  private val unique = Invariant("row ids are unique")
  private val stable = Invariant("a row that is not touched keeps its row id")
  private val untouched = Invariant("a row that is not touched keeps its commit version")
  private val touched = Invariant("a row that came or changed has the commit version of that")

  private case class Tracked(id: Long, commitVersion: Long, row: Row)

  def findings(log: Log, rows: RowsByVersion, version: Long): Seq[Anomaly] =
    if (!log.isOn(version, "delta.enableRowTracking")) Nil
    else {
      val now = tracked(rows.readAt(version))
      val twice = now.groupBy(_.id).values.filter(_.size > 1)
      unique.unless(version, twice.isEmpty)(twice.mkString(", ")) ++
        (if (version > 0 && log.isOn(version - 1, "delta.enableRowTracking"))
           compare(version, tracked(rows.readAt(version - 1)), now)
         else Nil)
    }

  private def compare(version: Long, before: Seq[Tracked], now: Seq[Tracked]): Seq[Anomaly] = {
    val old = before.map(t => t.id -> t).toMap
    now.flatMap { t =>
      old.get(t.id) match {
        case Some(was) if was.row == t.row =>
          untouched.unless(version, was.commitVersion == t.commitVersion)(s"$was became $t")
        case was => touched.unless(version, t.commitVersion == version)(s"$was became $t")
      }
    } ++ moved(version, before, now)
  }

  /** Checks that among equal rows, as many keep their ids as are left. */
  private def moved(version: Long, before: Seq[Tracked], now: Seq[Tracked]): Seq[Anomaly] = {
    val idsNow = now.groupMap(_.row)(_.id)
    before.groupMap(_.row)(_.id).toSeq.flatMap { case (row, ids) =>
      val left = idsNow.getOrElse(row, Nil)
      val kept = ids.intersect(left).size
      stable.unless(version, kept == math.min(ids.size, left.size))(s"$row: $ids became $left")
    }
  }

  private def tracked(rows: Seq[TableRow]): Seq[Tracked] =
    rows.flatMap(r => r.id.zip(r.commitVersion).map { case (id, v) => Tracked(id, v, r.values) })
}
