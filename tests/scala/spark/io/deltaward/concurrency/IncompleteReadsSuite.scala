package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}

import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path

import io.deltaward.serializability.log.{Log, LogEdit}

/** Tests sessions that skip files that they cannot read, and files whose rows differ from the log. */
class IncompleteReadsSuite extends ConflictTest {

  private val TwoFiles =
    TenRows :+ "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)"

  /** Settings by which a scan skips unreadable files, and for each a fault that makes a file unreadable. */
  private val faults: Seq[(String, JPath => Unit)] = Seq(
    "spark.sql.files.ignoreMissingFiles" -> (Files.delete(_)),
    "spark.sql.files.ignoreCorruptFiles" -> { file =>
      Files.deleteIfExists(file.resolveSibling(s".${file.getFileName}.crc"))
      val _ = Files.writeString(file, "no rows")
    }
  )

  /** Damages the files that were active before `body` and are not after it. */
  private def withoutReplaced(path: Path, fault: JPath => Unit)(body: => Unit): Unit = {
    def active = { val log = Log.read(path); log.activeAt(log.newest).map(_.path) }
    val before = active
    body
    (before -- active).foreach(file => fault(JPath.of(path.toUri).resolve(file)))
  }

  faults.foreach { case (setting, fault) =>
    atBothLevels(s"a delete of a whole file that was compacted and is gone, with $setting") {
      level =>
        val path = copyOf(made(TwoFiles, level))
        withConf(setting -> "true") {
          val outcome = race(path, "DELETE FROM t WHERE id <= 10") {
            withoutReplaced(path, fault)(run(path, "OPTIMIZE t"))
          }
          assert(outcome.isFailure && content(path).length == 20)
        }
    }

    atBothLevels(s"a delete of a row that was compacted and is gone, with $setting") { level =>
      val path = copyOf(made(TwoFiles, level))
      withConf(setting -> "true") {
        val outcome = race(path, "DELETE FROM t WHERE id = 2") {
          withoutReplaced(path, fault)(run(path, "OPTIMIZE t"))
        }
        assert(outcome.isFailure && content(path).length == 20)
      }
    }

    atBothLevels(s"rows that were added and cannot be read, with $setting") { level =>
      val path = copyOf(made(TenRows, level))
      withConf(setting -> "true") {
        val outcome = race(path, "DELETE FROM t WHERE id % 20 = 1") {
          run(
            path,
            "INSERT INTO t SELECT /*+ COALESCE(1) */ id + 20, x, s FROM t WHERE id IN (1, 2)"
          )
          val log = Log.read(path)
          log.commits.last.adds.foreach(f => fault(JPath.of(path.toUri).resolve(f.path)))
        }
        assert(outcome.isFailure)
      }
    }

    atBothLevels(s"a compaction that passed over a file has not kept its rows, with $setting") {
      level =>
        val path = copyOf(made(TwoFiles, level))
        val added = Log.read(path).commits.last.adds.head.path
        val file = JPath.of(path.toUri).resolve(added)
        val bytes = Files.readAllBytes(file)
        withConf(setting -> "true") {
          val outcome = race(path, "INSERT INTO t SELECT 100, CAST(sum(x) AS INT), 'sum' FROM t") {
            fault(file)
            run(path, "OPTIMIZE t")
            val _ = Files.write(file, bytes)
          }
          assert(outcome.isFailure)
        }
    }
  }

  /** Tightens bounds as a writer does that computes statistics again, from the rows that are left. */
  private def tighten(path: Path, greatest: Long): Unit =
    new LogEdit(path).stats(Log.read(path).newest) { stats =>
      stats.put("tightBounds", true)
      Seq("id", "x").foreach(stats.get("maxValues").asInstanceOf[ObjectNode].put(_, greatest))
    }

  atBothLevels("bounds that a delete left tight do not hold for the row that it deleted") { level =>
    val path = copyOf(made(TenRows, level))
    val outcome = race(path, "INSERT INTO t SELECT 100 + id, x, 'copy' FROM t WHERE x = 10") {
      run(path, "DELETE FROM t WHERE x = 10")
      tighten(path, 9)
    }
    assert(outcome.isFailure && content(path).length == 9)
  }

  test("a version of a source whose files are gone is not read as if it had fewer rows") {
    withConf("spark.sql.files.ignoreMissingFiles" -> "true") {
      val source = temporaryTable()
      def put(rows: String): Unit = spark.sql(s"SELECT * FROM VALUES $rows AS v(k)").write
        .format("delta").mode("overwrite").save(source.toString)
      put("2L, 100L")
      put("7L")
      val path = copyOf(made(TenRows, "Serializable"))
      val merge = s"MERGE INTO t AS t USING (SELECT * FROM ${named(source)} VERSION AS OF 0) s " +
        "ON t.id = s.k WHEN NOT MATCHED THEN INSERT (id, x) VALUES (s.k, 7)"
      val outcome = race(path, merge) {
        run(path, "INSERT INTO t VALUES (100, 1, 'w')")
        withConf("spark.databricks.delta.retentionDurationCheck.enabled" -> "false") {
          spark.sql(s"VACUUM ${named(source)} RETAIN 0 HOURS"): Unit
        }
      }
      assert(outcome.isFailure && content(path).count(_.startsWith("[100,")) == 1)
    }
  }

  test("a compaction of files that do not say how many rows they hold may have passed over one") {
    withConf(
      "spark.databricks.delta.stats.collect" -> "false",
      "spark.sql.files.ignoreMissingFiles" -> "true"
    ) {
      val path = temporaryTable()
      Seq(
        "CREATE TABLE t (id BIGINT, x BIGINT) USING delta TBLPROPERTIES " +
          "('delta.enableDeletionVectors' = 'true')",
        "INSERT INTO t SELECT /*+ COALESCE(1) */ id, id FROM range(1, 4)",
        "INSERT INTO t SELECT /*+ COALESCE(1) */ id, id FROM range(4, 7)"
      ).foreach(run(path, _))
      val outcome = race(path, "INSERT INTO t SELECT 100, sum(x) FROM t") {
        val log = Log.read(path)
        Files.delete(JPath.of(path.toUri).resolve(log.activeAt(log.newest).head.path))
        run(path, "OPTIMIZE t")
      }
      assert(outcome.isFailure)
    }
  }
}
