package io.deltaward.drops

import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery

/** Logs that Delta has cleaned up, or cleans up while it drops a feature. */
class CleanedUpLogSuite extends MakeCompatibleTest {

  private def explain(path: Path, feature: String, clause: String): Seq[Map[String, Any]] =
    rows(spark.sql(s"EXPLAIN DROP FEATURE $feature FOR ${named(path)} $clause"))

  private def condition(steps: Seq[Map[String, Any]]): Option[Any] =
    steps.map(_("errorCondition")).find(_ != null)

  test("a checkpoint that is left without its commit is not read from") {
    val path = temporaryTable()
    table(path, "delta.enableDeletionVectors" -> "true", "delta.checkpointInterval" -> "2")
    LogSurgery.delete(path) {
      case LogFile.Commit(version) => version <= 2
      case LogFile.Checksum(version) => version <= 2
    }
    set(path, "delta.enableDeletionVectors", "false")
    val steps = explain(path, "deletionVectors", "TRUNCATE HISTORY")
    sql(s"ALTER TABLE ${named(path)} DROP FEATURE deletionVectors TRUNCATE HISTORY")
    assert(condition(steps) === None)
  }

  /** Delta puts a classic checkpoint beside one of version 2 before it cleans up, and then takes its commit. */
  test("MAKE COMPATIBLE finds its way through a log that each of its runs cleans up", Exhaustive) {
    val path = temporaryTable()
    sql(
      s"CREATE TABLE ${named(path)} (id BIGINT, v STRING) USING delta TBLPROPERTIES (" +
        "'delta.enableDeletionVectors' = 'true', 'delta.checkpointPolicy' = 'v2', " +
        "'delta.checkpointInterval' = '2', 'delta.columnMapping.mode' = 'name')"
    )
    sql(s"INSERT INTO ${named(path)} SELECT id, 'a' FROM range(0, 10, 1, 1)")
    sql(s"DELETE FROM ${named(path)} WHERE id = 3")
    sql(s"ALTER TABLE ${named(path)} RENAME COLUMN v TO w")
    sql(s"INSERT INTO ${named(path)} SELECT id, 'b' FROM range(10, 20, 1, 1)")
    sql(s"UPDATE ${named(path)} SET w = 'c' WHERE id = 12")
    def run(): Seq[Any] = {
      val answer = statuses(makeCompatible(path, s"'$Plain'")).map(_._1)
      TableLogFiles.age(path, days = 40)
      answer
    }
    assert(run() === Seq("WAITING", "PLANNED", "PLANNED"))
    assert(run() === Seq("DONE", "WAITING", "PLANNED"))
    assert(LogSurgery.files(path).values.exists(_ == LogFile.ClassicCheckpoint(7)))
    assert(!TableLogFiles.commits(path).contains(7L))
    Seq("deletionVectors", "v2Checkpoint").foreach(explain(path, _, "TRUNCATE HISTORY"))
    assert(run() === Seq("DONE", "WAITING"))
    assert(run() === Seq("DONE"))
    assert(verdicts(path, Plain) === (("OK", "OK")))
  }
}
