package io.deltaward.concurrency

import java.io.File
import java.nio.file.{Files, Path => JPath}

import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive
import io.deltaward.concurrency.Expected._
import io.deltaward.serializability.log.StructuralValidator
import io.deltaward.storage.LogSurgery

/** Tests tables with identity columns, mapped columns, widened types, no statistics, or odd paths. */
class UnusualTablesSuite extends ConflictTest {

  private val Identity = Seq(
    "CREATE TABLE t (id BIGINT, n BIGINT GENERATED ALWAYS AS IDENTITY) USING delta " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t (id) SELECT /*+ COALESCE(1) */ id FROM range(1, 11)"
  )

  scenarioUnderSerializable("an append to a table with an identity column", Identity)(
    "INSERT INTO t (id) VALUES (2)"
  )("DELETE FROM t WHERE id = 2")(First, Append)

  private val Mapped = Seq(
    "CREATE TABLE t (id BIGINT, gone INT, n INT) USING delta TBLPROPERTIES (" +
      "'delta.enableDeletionVectors' = 'true', 'delta.columnMapping.mode' = 'name', " +
      "'delta.enableTypeWidening' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 1, CAST(id AS INT) FROM range(1, 11)",
    "ALTER TABLE t DROP COLUMN gone",
    "ALTER TABLE t CHANGE COLUMN n TYPE BIGINT",
    "ALTER TABLE t RENAME COLUMN n TO `n.n`",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 3000000000 + id FROM range(11, 21)"
  )

  scenario("a delete from a compacted table with mapped and widened columns", Mapped)(
    "OPTIMIZE t"
  )("DELETE FROM t WHERE `n.n` IN (2, 3000000012)")(Last)

  variant("a compaction of it takes over deletes", Mapped)(
    "DELETE FROM t WHERE `n.n` IN (2, 3000000012)"
  )("OPTIMIZE t")(Last)

  variant("two deletes of its rows", Mapped)("UPDATE t SET `n.n` = 7 WHERE id = 1")(
    "DELETE FROM t WHERE `n.n` IN (2, 3000000012)"
  )(Last)

  scenario("an update into a delete's condition", Mapped)(
    "UPDATE t SET `n.n` = 2 WHERE id = 1"
  )("DELETE FROM t WHERE `n.n` = 2")(Append)

  private val Prefixed =
    withProperties(
      TenRows.take(1),
      "'delta.randomizeFilePrefixes' = 'true', 'delta.randomPrefixLength' = '3'"
    ) ++ TenRows.drop(1)

  variant("two deletes in a table with random prefixes", Prefixed)(
    "DELETE FROM t WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")(Last)

  variant(
    "a delete from a compacted table with random prefixes",
    Prefixed ++ TenRows.drop(1)
  )(
    "OPTIMIZE t"
  )("DELETE FROM t WHERE id = 2")(Last)

  private val Partitioned = Seq(
    "CREATE TABLE t (id BIGINT, p STRING) USING delta PARTITIONED BY (p) " +
      "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 'a b%20/=+' FROM range(1, 11)",
    "INSERT INTO t SELECT /*+ COALESCE(1) */ id, 'a b%20/=+' FROM range(11, 21)"
  )

  /** Directories of tables and partitions whose characters are encoded in paths. */
  Seq("DELETE FROM t WHERE id = 1", "OPTIMIZE t").foreach { winner =>
    val tags = Exhaustive.unless(winner == "OPTIMIZE t")
    atBothLevels(s"paths with spaces, per cent signs and hashes: $winner", tags: _*) { level =>
      val path = oddCopy(made(Partitioned, level))
      check(path, Partitioned, Seq(winner), "DELETE FROM t WHERE id IN (2, 12)", Last)
      assert(StructuralValidator.ofLog(path).isEmpty)
    }
  }

  Seq("DELETE FROM t WHERE id = 1", "REORG TABLE t APPLY (PURGE)").foreach { winner =>
    val tags = Exhaustive.unless(winner.startsWith("DELETE"))
    atBothLevels(s"in a shallow clone, whose files are elsewhere: $winner", tags: _*) {
      level =>
        val source = made(TenRows :+ "DELETE FROM t WHERE id = 9", level)
        val clone = Seq(s"CREATE TABLE t SHALLOW CLONE ${named(source)}")
        val before = content(source)
        val path = copyOf(made(clone, level))
        check(path, clone, Seq(winner), "UPDATE t SET x = 0 WHERE id = 2", Last)
        assert(content(source) == before)
    }
  }

  private def withoutStatistics(name: String, setup: Seq[String])(winner: String)(
      loser: String
  )(expected: Expected): Unit = atBothLevels(name) { level =>
    withConf("spark.databricks.delta.stats.collect" -> "false") {
      val table = setup :+ "DELETE FROM t WHERE false"
      val original = made(table, level)
      assert(LogSurgery.text(original, LogSurgery.commitName(1)).contains("add"))
      assert(!LogSurgery.text(original, LogSurgery.commitName(1)).contains("numRecords"))
      check(copyOf(original), table, Seq(winner), loser, expected)
    }
  }

  withoutStatistics(
    "a file without statistics gets a count with its deletion vector",
    TenRows
  )(
    "DELETE FROM t WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")(Last)

  private val TwoFiles = TenRows ++ TenRows.drop(1)

  withoutStatistics("a compacted file without statistics is not marked", TwoFiles)(
    "OPTIMIZE t"
  )("DELETE FROM t WHERE id = 2")(Append)

  withoutStatistics(
    "nor does a compaction know which of its files belong together without them",
    TwoFiles
  )("DELETE FROM t WHERE id = 2")("OPTIMIZE t")(DeleteRead)

  withoutStatistics("an append without statistics is read row by row", TenRows)(
    "INSERT INTO t SELECT /*+ COALESCE(1) */ 20 * id, 2, 'new' FROM range(1, 3)"
  )("DELETE FROM t WHERE id % 20 = 1")(Last)

  atBothLevels("a session that skips no file by its statistics reads the whole table") { level =>
    val path = copyOf(made(TenRows, level))
    val outcome = withConf("spark.databricks.delta.stats.skipping" -> "false") {
      race(path, "DELETE FROM t WHERE id = 2")(run(path, "DELETE FROM t WHERE id = 1"))
    }
    assert(outcome.failed.get.getClass.getSimpleName == "ConcurrentAppendException", outcome)
    assert(content(path).length == 9)
  }

  Seq("DELETE FROM t WHERE id = 2", "UPDATE t SET x = 0 WHERE id = 2").foreach { loser =>
    val tags = Exhaustive.unless(loser.startsWith("DELETE"))
    atBothLevels(s"the winner's deletion vector cannot be read by $loser", tags: _*) { level =>
      val path = copyOf(made(TenRows, level))
      val hidden = temporaryDirectory()
      val outcome = race(path, loser) {
        val before = vectorFiles(path)
        run(path, "DELETE FROM t WHERE id = 1")
        vectorFiles(path).diff(before).foreach(f => Files.move(f, hidden.resolve(f.getFileName)))
      }
      assert(outcome.failed.get.getClass.getSimpleName == "ConcurrentAppendException", outcome)
      Files.list(hidden).forEach { f =>
        Files.move(f, JPath.of(path.toUri).resolve(f.getFileName)): Unit
      }
      assert(content(path) == contentAfter(TenRows, Seq("DELETE FROM t WHERE id = 1")))
      assert(StructuralValidator.ofLog(path).isEmpty)
    }
  }

  atBothLevels("a transaction of an application that has committed it before") { level =>
    val path = copyOf(made(TenRows, level))
    val outcome = withConf(
      "spark.databricks.delta.write.txnAppId" -> "app",
      "spark.databricks.delta.write.txnVersion" -> "1"
    )(race(path, "DELETE FROM t WHERE id = 2")(run(path, "DELETE FROM t WHERE id = 1")))
    assert(outcome.failed.get.getClass.getSimpleName == "ConcurrentTransactionException", outcome)
    assert(content(path).length == 9)
  }

  private def oddCopy(table: Path): Path = {
    val odd = temporaryDirectory().resolve("a table, 100%25 #")
    org.apache.commons.io.FileUtils.copyDirectory(new File(table.toUri), odd.toFile)
    new Path(odd.toUri)
  }

  private def vectorFiles(path: Path): Seq[JPath] =
    new File(path.toUri).listFiles.toSeq.map(_.toPath).filter(_.toString.endsWith(".bin"))
}
