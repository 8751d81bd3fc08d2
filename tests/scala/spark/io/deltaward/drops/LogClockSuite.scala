package io.deltaward.drops

import java.nio.file.Files
import java.nio.file.attribute.FileTime
import java.util.concurrent.TimeUnit.{DAYS, MINUTES}

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.SparkSession

import io.deltaward.DeltaSession
import io.deltaward.checkpoints.ProtectedTable
import io.deltaward.storage.LogSurgery
import org.apache.spark.sql.delta.deltaward.LogClock

/**
 * Tests that the rule, like Delta, judges age by the log's clock. Delta goes by the times of the files, too, so a
 * clock behind them finds nothing to remove. A drop that truncates history then fails, with and without the rules.
 */
class LogClockSuite extends ProtectedTable {

  private def at(table: Path, fromNow: Long): Unit =
    LogClock.set(spark, table, System.currentTimeMillis() + fromNow)

  /** Makes a table whose newest version has no column mapping, and whose history may be truncated at once. */
  private def unmapped(session: SparkSession): Path = {
    val table = temporaryTable()
    session.sql(
      s"CREATE TABLE ${named(table)} USING delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name', " +
        "'delta.dropFeatureTruncateHistory.retentionDuration' = '0 hours', " +
        "'delta.deletedFileRetentionDuration' = '0 hours', 'delta.logRetentionDuration' = '0 hours') " +
        "AS SELECT id, id + 1 AS next FROM range(0, 10, 1, 1)"
    )
    assert(end(session, table) == "DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD")
    table
  }

  /** Returns how a truncating drop ends: its error condition, or `dropped`. */
  private def end(session: SparkSession, table: Path): String = {
    val statement = s"ALTER TABLE ${named(table)} DROP FEATURE columnMapping TRUNCATE HISTORY"
    Try(session.sql(statement)).fold(e => failure(throw e).getCondition, _ => "dropped")
  }

  private def inEach(body: SparkSession => Any): Unit =
    Seq(DeltaSession.plain, spark).foreach { session =>
      SparkSession.setActiveSession(session)
      try { val _ = body(session) }
      finally SparkSession.setActiveSession(spark)
    }

  test("a truncating drop goes through once the log's clock is past the files, as by Delta alone") {
    inEach { session =>
      val table = unmapped(session)
      at(table, MINUTES.toMillis(5))
      assert(end(session, table) == "dropped")
      assert(snapshot(table).protocol.readerAndWriterFeatureNames.isEmpty)
    }
  }

  test("a truncating drop waits while the log's clock lags behind the files, as by Delta alone") {
    inEach { session =>
      val table = unmapped(session)
      at(table, -MINUTES.toMillis(5))
      assert(end(session, table) == "DELTA_FEATURE_DROP_HISTORICAL_VERSIONS_EXIST")
    }
  }

  test("checkpointProtection is dropped when the log's clock says that its history is old") {
    val table = grownTable(boundary = 3, interval = 3, version = 4)
    val drop = s"ALTER TABLE ${named(table)} DROP FEATURE checkpointProtection TRUNCATE HISTORY"
    assert(failure(sql(drop)).getCondition ==
      "DELTA_FEATURE_DROP_CHECKPOINT_PROTECTION_WAIT_FOR_RETENTION_PERIOD")
    at(table, DAYS.toMillis(2))
    sql(drop)
    assert(one(s"SHOW CHECKPOINT PROTECTION ${named(table)}")("boundary") == null)
  }

  test("C1: a cleanup is judged by the log's clock") {
    val ahead = DAYS.toMillis(100)
    def grown(): Path = {
      val table = grownTable(boundary = 9, interval = 3, version = 8)
      val newest = LogSurgery.directory(table).resolve(LogSurgery.commitName(8))
      Files.setLastModifiedTime(newest, FileTime.fromMillis(System.currentTimeMillis() + ahead))
      at(table, ahead)
      table
    }
    def commit(table: Path): Unit = sql(s"INSERT INTO ${named(table)} VALUES (9)"): Unit
    val alone = grown()
    byOthers(commit(alone))
    assert(commits(alone) == (6L to 9L).toSet, "Delta alone")
    val guarded = grown()
    commit(guarded)
    assert(commits(guarded) == (0L to 9L).toSet)
  }
}
