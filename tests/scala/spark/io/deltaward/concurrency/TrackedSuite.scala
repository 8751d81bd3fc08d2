package io.deltaward.concurrency

import java.io.File

import io.delta.exceptions.ConcurrentAppendException
import org.apache.hadoop.fs.Path
import org.scalatest.Tag

import io.deltaward.Exhaustive
import io.deltaward.serializability.log.{Log, StructuralValidator}
import io.deltaward.storage.LogSurgery

/**
 * Tests the history of resolved commits. The change data feed of each version holds only its own rows, and rows keep
 * their ids.
 */
class TrackedSuite extends ConflictTest {

  private val Feed = "'delta.enableChangeDataFeed' = 'true'"
  private val Ids = "'delta.enableRowTracking' = 'true'"

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  private def tracked(setup: Seq[String], properties: String): Seq[String] =
    setup.head.replace("TBLPROPERTIES (", s"TBLPROPERTIES ($properties, ") +: setup.tail

  private def recorded(name: String, setup: Seq[String], tags: Tag*)(winners: String*)(
      loser: String
  ): Unit =
    Seq("both" -> s"$Feed, $Ids", "change data feed" -> Feed, "row tracking" -> Ids).foreach {
      case (what, properties) =>
        val all = tags ++ Exhaustive.unless(what == "both")
        atBothLevels(s"$name, with $what", all: _*) { level =>
          val table = tracked(setup, properties)
          val path = copyOf(made(table, level))
          check(path, table, winners, loser, Expected.Last)
          assert(findings(path).isEmpty)
        }
    }

  /** Returns the findings on the log, and on the rows of the resolved version. */
  private def findings(path: Path): Seq[Any] =
    StructuralValidator.ofLog(path) ++
      StructuralValidator.ofRows(path, Seq(Log.read(path).newest), spark, spark.newSession())

  private def turnsTrackingOn(first: String*): Seq[String] =
    first :+ s"ALTER TABLE t SET TBLPROPERTIES ($Ids)"

  /** The ids of rows, by their values. */
  private def ids(path: Path): Map[Long, Long] =
    sql(s"SELECT id, _metadata.row_id FROM ${named(path)}")
      .map(row => row.getLong(0) -> row.getLong(1)).toMap

  private def keepsIds(name: String, tags: Tag*)(winners: String*)(loser: String): Unit =
    test(s"row tracking is turned on, and $name", tags: _*) {
      val path = copyOf(made(TwoFiles, "WriteSerializable"))
      var before = Map.empty[Long, Long]
      val outcome = race(path, loser) {
        turnsTrackingOn(winners: _*).foreach(run(path, _))
        before = ids(path)
      }
      assert(outcome.isFailure, outcome)
      assert(ids(path) == before)
    }

  keepsIds("a delete of other rows")()("DELETE FROM t WHERE id = 2")
  keepsIds("a delete from a file that was compacted")("OPTIMIZE t")("DELETE FROM t WHERE id = 2")
  keepsIds("a compaction of files with another delete", Exhaustive)(
    "DELETE FROM t WHERE id = 2"
  )("OPTIMIZE t")

  test(
    "row tracking is turned on, and a compaction starts again: Delta gives its rows new ids",
    Exhaustive
  ) {
    val path = copyOf(made(TwoFiles, "WriteSerializable"))
    var before = Map.empty[Long, Long]
    val outcome = race(path, "OPTIMIZE t") {
      turnsTrackingOn().foreach(run(path, _))
      before = ids(path)
    }
    assert(outcome.isSuccess, outcome)
    val after = ids(path)
    assert(after.keySet == before.keySet &&
      after.values.toSet.intersect(before.values.toSet).isEmpty)
  }

  recorded("two deletes in a file", TenRows)("DELETE FROM t WHERE id = 1")(
    "DELETE FROM t WHERE id = 2"
  )

  recorded("an update and a delete in a file", TenRows, Exhaustive)(
    "UPDATE t SET x = x + 1 WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")

  recorded("two updates in a file", TenRows, Exhaustive)("UPDATE t SET x = x + 1 WHERE id = 1")(
    "UPDATE t SET x = x + 100 WHERE id = 2"
  )

  recorded("two deletes that leave no row", TenRows, Exhaustive)("DELETE FROM t WHERE id <= 5")(
    "DELETE FROM t WHERE id > 5"
  )

  recorded("a delete from a compacted file", TwoFiles, Exhaustive)("OPTIMIZE t")(
    "DELETE FROM t WHERE id = 2"
  )

  recorded("an update in a compacted file", TwoFiles, Exhaustive)("OPTIMIZE t")(
    "UPDATE t SET x = x + 100 WHERE id IN (2, 12)"
  )

  recorded("a delete of a whole file that was compacted", TwoFiles, Exhaustive)("OPTIMIZE t")(
    "DELETE FROM t WHERE id > 10"
  )

  recorded("an overwrite of what was compacted", TwoFiles)("OPTIMIZE t")(
    "INSERT OVERWRITE TABLE t VALUES (1, 1, 'new')"
  )

  recorded("an overwrite of some of what was compacted", TwoFiles, Exhaustive)("OPTIMIZE t")(
    "INSERT INTO TABLE t REPLACE WHERE id = 2 SELECT 2L, 7, 'new'"
  )

  recorded(
    "a compaction takes over deletes",
    TwoFiles,
    Exhaustive
  )("DELETE FROM t WHERE id = 1")(
    "OPTIMIZE t"
  )

  recorded("a compaction takes over updates", TwoFiles)("UPDATE t SET x = 0 WHERE id = 1")(
    "OPTIMIZE t"
  )

  recorded("an upsert after an update and a delete", TenRows, Exhaustive)(
    "UPDATE t SET x = 0 WHERE id = 9",
    "DELETE FROM t WHERE id = 8"
  )(
    "MERGE INTO t AS t USING (VALUES CAST(2 AS BIGINT), CAST(100 AS BIGINT) AS v(k)) s ON t.id = s.k " +
      "WHEN MATCHED THEN UPDATE SET x = t.x + 1 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 0)"
  )

  atBothLevels("ids that a rewrite did not keep are not taken for the old ones") { level =>
    val path = copyOf(made(tracked(TenRows, Ids), level))
    val outcome = race(path, "DELETE FROM t WHERE id = 2")(rewriteWithNewIds(path))
    assert(outcome.failed.get.isInstanceOf[ConcurrentAppendException])
    assert(content(path).length == 10)
  }

  /** Compacts as a writer that gives every row a new id, and says so. */
  private def rewriteWithNewIds(path: Path): Unit = {
    val log = Log.read(path)
    val version = log.newest + 1
    val old = log.activeAt(log.newest).head
    spark.read.parquet(new Path(path, old.path).toString).coalesce(1)
      .write.parquet(new Path(path, "rewritten").toString)
    val file = new File(new Path(path, "rewritten").toUri)
      .listFiles((_, name) => name.startsWith("part-"))
      .head
    val paths = s""""path":"${old.path}","partitionValues":{},"size":${file.length}"""
    LogSurgery.commit(
      path,
      version,
      s"""{"commitInfo":{"timestamp":${System.currentTimeMillis},"operation":"OPTIMIZE",""" +
        """"operationParameters":{},"tags":{"delta.rowTracking.preserved":"false"}}}""",
      s"""{"remove":{$paths,"deletionTimestamp":1,"dataChange":false,"extendedFileMetadata":true}}""",
      s"""{"add":{"path":"rewritten/${file.getName}","partitionValues":{},"size":${file.length},""" +
        s""""modificationTime":1,"dataChange":false,"stats":"{\\"numRecords\\":10}",""" +
        s""""baseRowId":10,"defaultRowCommitVersion":$version}}""",
      """{"domainMetadata":{"domain":"delta.rowTracking","removed":false,""" +
        """"configuration":"{\"rowIdHighWaterMark\":19}"}}"""
    )
  }
}
