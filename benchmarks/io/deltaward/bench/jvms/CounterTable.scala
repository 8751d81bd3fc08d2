package io.deltaward.bench.jvms

import java.nio.file.Path

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.DeltaLog

/**
 * A table with deletion vectors in which each writer has a key. A key has one row for its total count, and one for
 * each round. Every file holds rows of every key.
 */
final class CounterTable(session: SparkSession, val path: Path, keys: Int, rounds: Int) {

  private val Files = 4

  private val name = s"delta.`$path`"

  session.sql(
    s"CREATE TABLE $name (k INT, r INT, n INT) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
  )
  (0 until Files).foreach { file =>
    session.sql(
      s"INSERT INTO $name SELECT /*+ COALESCE(1) */ k.id, r.id, 0 FROM range($keys) k " +
        s"CROSS JOIN range(0, ${rounds + 1}) r WHERE r.id % $Files = $file"
    )
  }

  private val before = version

  private def version: Long = {
    DeltaLog.clearCache()
    DeltaLog.forTable(session, path.toString).update().version
  }

  /** Returns what differs from `updates`: rows that are lost, doubled or miscounted, and a wrong number of commits. */
  def wrong(updates: Seq[Update]): Seq[String] = {
    val done = updates.filter(_.isDone).map(u => (u.key, u.round)).toSet
    val expected = for {
      k <- 0 until keys
      r <- 0 to rounds
    } yield (k, r, if (r == 0) done.count(_._1 == k) else if (done((k, r))) 1 else 0)
    val commits = version - before
    val found = session.sql(s"SELECT k, r, n FROM $name").collect().toSeq
      .map(row => (row.getInt(0), row.getInt(1), row.getInt(2)))
    found.diff(expected).map(row => s"found $row") ++
      expected.diff(found).map(row => s"missing $row") ++
      Option.when(commits != done.size)(s"$commits commits of ${done.size} updates")
  }
}

object CounterTable {

  /** Returns the UPDATE that counts one round. Rounds start at 1. */
  def update(path: String, key: Int, round: Int): String =
    s"UPDATE delta.`$path` SET n = n + 1 WHERE k = $key AND (r = 0 OR r = $round)"
}
