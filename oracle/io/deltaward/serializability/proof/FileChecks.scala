package io.deltaward.serializability.proof

import org.apache.spark.sql.delta.{IsolationLevel, Serializable, SnapshotIsolation}

import io.deltaward.concurrency.changes.Losing

/** Delta's three checks on files, on a table without partitions. They decide whether the resolver is asked at all. */
object FileChecks {

  def find(loser: Losing, level: IsolationLevel, winner: ModelCommit): Boolean =
    addedUnread(loser, level, winner) || {
      val removed = winner.winning.changes.touched
      removed.nonEmpty &&
      (loser.readFiles.exists(file => removed(file.path)) ||
        loser.changes.touched.exists(removed))
    }

  /** Counts every added file as read, because Delta only compares partition values. */
  private def addedUnread(loser: Losing, level: IsolationLevel, winner: ModelCommit): Boolean =
    level != SnapshotIsolation && loser.readPredicates.nonEmpty && winner.addedFiles.nonEmpty &&
      (level == Serializable || !winner.isBlindAppend)
}
