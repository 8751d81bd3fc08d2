package io.deltaward.drops

import scala.util.Try

import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive
import io.deltaward.checkpoints.ProtectedTable
import io.deltaward.log.LogFile
import io.deltaward.storage.LogSurgery
import org.apache.spark.sql.delta.deltaward.LogClock

/** Tests logs that Delta has cleaned up, or cleans up while it drops a feature. */
class CleanedUpLogSuite extends MakeCompatibleTest with ProtectedTable {

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

  /** Before a cleanup, Delta puts a classic checkpoint beside a V2 one. It then removes the commit of that version. */
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

  private val interval = "delta.checkpointInterval" -> "2"

  private def withOldVectors(): Path = {
    val path = temporaryTable()
    table(path, "delta.enableDeletionVectors" -> "true", interval)
    sql(s"DELETE FROM ${named(path)} WHERE id IN (3, 13)")
    TableLogFiles.age(path, days = 40)
    path
  }

  private def lost(steps: Seq[Map[String, Any]]): Option[Any] =
    steps.takeWhile(_("action") != "WAIT").map(_("lastVersionLost")).filter(_ != null).lastOption

  Seq("", "TRUNCATE HISTORY").foreach { clause =>
    test(s"versions that Delta cleans up on the way are foreseen: $clause") {
      val path = withOldVectors()
      val steps = explain(path, "deletionVectors", clause)
      assert(steps.map(_("firstVersionLost")).find(_ != null) === Some(0L))
      assert(steps.exists(_("description").toString.contains("cleans up the log")))
      val ended = Try(sql(s"ALTER TABLE ${named(path)} DROP FEATURE deletionVectors $clause"))
      assert(ended.isSuccess === condition(steps).isEmpty)
      assert(lost(steps) === Some(TableLogFiles.commits(path).head - 1))
    }
  }

  test("a table that keeps its log loses nothing, and the plan says so") {
    val path = withOldVectors()
    set(path, "delta.enableExpiredLogCleanup", "false")
    assert(lost(explain(path, "deletionVectors", "")) === None)
    sql(s"ALTER TABLE ${named(path)} DROP FEATURE deletionVectors")
    assert(TableLogFiles.commits(path).head === 0L)
  }

  /**
   * Makes a table with a boundary and, again, deletion vectors. All but the last versions before the boundary are
   * old enough to go.
   */
  private def protectedAgain(): Path = {
    val path = temporaryTable()
    table(path, "delta.enableDeletionVectors" -> "true", interval)
    sql(s"DELETE FROM ${named(path)} WHERE id IN (3, 13)")
    sql(s"ALTER TABLE ${named(path)} DROP FEATURE deletionVectors")
    val boundary = snapshot(path).metadata.configuration(Boundary).toLong
    set(path, "delta.enableDeletionVectors", "true")
    age(path, upTo = boundary - 3)
    path
  }

  test(
    "C1: a drop by Delta takes protected checkpoints, MAKE COMPATIBLE keeps them, both as planned"
  ) {
    val path = protectedAgain()
    val alone = copyOf(path)
    val before = checkpoints(path)
    val foreseen = lost(explain(alone, "deletionVectors", ""))
    sql(s"ALTER TABLE ${named(alone)} DROP FEATURE deletionVectors")
    assert(foreseen === Some(commits(alone).min - 1))
    assert(!before.subsetOf(checkpoints(alone)))

    val planned = makeCompatible(path, s"'$Plain' FOR READ DRY RUN")
    assert(planned.map(_("lastVersionLost")) === Seq(null))
    assert(statuses(makeCompatible(path, s"'$Plain' FOR READ")).map(_._1) === Seq("DONE"))
    assert(commits(path).min === 0L)
    assert(before.subsetOf(checkpoints(path)))
    assert(verdicts(path, Plain)._1 === "OK")
  }

  test("C1: where another writer moved the boundary back, MAKE COMPATIBLE asks first") {
    val path = protectedAgain()
    byOthers(set(path, Boundary, "2"))
    val before = commits(path)
    val error = failure(makeCompatible(path, s"'$Plain' FOR READ"))
    assert(error.getCondition === "DELTAWARD_CANNOT_MAKE_COMPATIBLE.PROTECTED_HISTORY")
    assert(commits(path) === before)
    set(path, "delta.enableExpiredLogCleanup", "false")
    assert(statuses(makeCompatible(path, s"'$Plain' FOR READ")).map(_._1) === Seq("DONE"))
    assert(before.subsetOf(commits(path)))
  }

  test("a boundary that lies ahead is waited for in vain, and MAKE COMPATIBLE does not begin") {
    val path = guardedTable(boundary = 1000, interval = 3)
    val steps = explain(path, "checkpointProtection", "TRUNCATE HISTORY")
    assert(steps.last("action") === "WAIT")
    assert(steps.last("earliest") === null)
    val drop = s"ALTER TABLE ${named(path)} DROP FEATURE checkpointProtection TRUNCATE HISTORY"
    assert(condition(steps) === Some(failure(sql(drop)).getCondition))
    val error = failure(makeCompatible(path, s"'$Plain' FOR WRITE"))
    assert(error.getCondition === "DELTAWARD_CANNOT_MAKE_COMPATIBLE.DROP_REFUSED")
  }

  test("what is done has no error condition, whatever was foreseen") {
    val path = temporaryTable()
    withVectors(path)
    val first = makeCompatible(path, s"'$Plain'")
    assert(first.map(_("errorCondition")) === Seq("DELTA_FEATURE_DROP_WAIT_FOR_RETENTION_PERIOD"))
    LogClock.set(spark, path, System.currentTimeMillis() + 2 * DropMode.Day)
    val second = makeCompatible(path, s"'$Plain'")
    assert(second.map(_("status")) === Seq("DONE"))
    assert(second.map(row => (row("errorCondition"), row("earliest"))) === Seq((null, null)))
  }
}
