package io.deltaward.concurrency

import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.spark.sql.delta.DeltaLog

import io.deltaward.conf.DeltawardConf

/** Tests tables that another one has replaced before their conflict is checked. Plain Delta may or may not notice. */
class KeptLogSuite extends ConflictTest {

  private val Delete = "DELETE FROM t WHERE id = 9"

  private def files(path: Path): FileSystem =
    path.getFileSystem(spark.sessionState.newHadoopConf())

  private def removed(path: Path): Unit = {
    files(path).delete(path, true)
    DeltaLog.clearCache()
  }

  Seq(
    "UPDATE t SET x = x + 1000 WHERE id = 9",
    Delete,
    "MERGE INTO t AS t USING (VALUES 9, 700 AS v(k)) s ON t.id = s.k " +
      "WHEN MATCHED THEN UPDATE SET x = 0 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 7)",
    "INSERT INTO t SELECT 900, CAST(count(*) AS INT), 'n' FROM t WHERE id < 5"
  ).foreach { loser =>
    test(s"a table that was removed and made again is another one: $loser") {
      val path = copyOf(made(TenRows, "Serializable"))
      val outcome = race(path, loser) {
        removed(path)
        run(path, TenRows.head)
        (601 to 604).foreach(id => run(path, s"INSERT INTO t VALUES ($id, 1, 'new')"))
      }
      assert(reasonOf(outcome.failed.get) == "FILE_NOT_READABLE", outcome)
      assert(content(path) == (601 to 604).map(id => s"[$id,1,new]"))
    }
  }

  test("a table that was put back to an older copy is another one, too") {
    val copy = copyOf(made(TenRows.take(1), "Serializable"))
    val path = copyOf(copy)
    run(path, TenRows.last)
    val outcome = withConf(DeltawardConf.METADATA_ENABLED.key -> "true")(race(path, Delete) {
      removed(path)
      copyTo(path, copy)
      run(path, "INSERT INTO t VALUES (9, 1, 'new')")
      run(path, "ALTER TABLE t SET TBLPROPERTIES ('team' = 'sales')")
    })
    assert(reasonOf(outcome.failed.get) == "FILE_NOT_READABLE", outcome)
    assert(content(path) == Seq("[9,1,new]"))
  }

  Seq(
    "UPDATE t SET x = x + 1000 WHERE id = 9 OR id = 100",
    "DELETE FROM t WHERE id IN (9, 100)",
    "INSERT INTO t SELECT id + 100, x, s FROM t WHERE id = 9 OR id = 100"
  ).foreach { loser =>
    test(s"so is one that was put back to what was read, with its times: $loser") {
      val path = copyOf(made(TenRows, "Serializable"))
      val copy = copyOf(path)
      val outcome = race(path, loser) {
        removed(path)
        copyTo(path, copy)
        run(path, "INSERT INTO t VALUES (11, 1, 'new')")
      }
      assert(reasonOf(outcome.failed.get) == "FILE_NOT_READABLE", outcome)
      assert(content(path).contains("[11,1,new]"))
    }
  }

  test("a table that was put back is another one in a conflict with a metadata change, too") {
    val path = copyOf(made(TenRows, "Serializable"))
    val copy = copyOf(path)
    val outcome = withConf(DeltawardConf.METADATA_ENABLED.key -> "true")(
      race(path, "INSERT INTO t (id, x, s) VALUES (12, 1, 'lost')") {
        removed(path)
        copyTo(path, copy)
        run(path, "ALTER TABLE t SET TBLPROPERTIES ('team' = 'sales')")
      }
    )
    assert(reasonOf(outcome.failed.get) == "FILE_NOT_READABLE", outcome)
    assert(content(path) == content(copy))
  }

  test("a time to the second counts as the same to the millisecond, and another second does not") {
    Seq(0L -> true, 7000L -> false).foreach { case (later, commits) =>
      val path = copyOf(made(TenRows, "Serializable"))
      val newest = new Path(path, "_delta_log/00000000000000000001.json")
      val outcome = race(path, Delete) {
        run(path, "DELETE FROM t WHERE id = 2")
        val read = files(path).getFileStatus(newest).getModificationTime
        files(path).setTimes(newest, read / 1000 * 1000 + later, -1)
      }
      assert(outcome.isSuccess == commits, outcome)
    }
  }
}
