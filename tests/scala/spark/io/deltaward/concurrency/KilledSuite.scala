package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.hadoop.fs.Path
import org.scalatest.Tag

import io.deltaward.{ChildSession, Exhaustive, QuietLog}
import io.deltaward.serializability.log.{Log, StructuralValidator}
import io.deltaward.session.KilledProbe
import io.deltaward.storage.{FaultyFileSystem, Killed}
import io.deltaward.storage.FaultyFileSystem.{faulty, Scheme}

/**
 * Kills a commit after its resolution. The commit has all of its effect or none, and leaves only what VACUUM
 * removes.
 */
class KilledSuite extends ConflictTest with ChildSession with QuietLog {

  /** Returns the setup with a checkpoint interval at which Delta makes one of the losing commit's version. */
  private def withCheckpoint(setup: Seq[String], every: Int): Seq[String] =
    setup.head.replace(
      "TBLPROPERTIES (",
      s"TBLPROPERTIES ('delta.checkpointInterval' = '$every', "
    ) +:
      setup.tail

  private val OneFile = withCheckpoint(TenRows, every = 3)

  private val TwoFiles = withCheckpoint(
    TenRows :+
      "INSERT INTO t SELECT /*+ COALESCE(1) */ id, CAST(id AS INT), 'b' FROM range(11, 21)",
    every = 4
  )

  /** Only `make test-all` kills at every step, which takes long. The stride meets all kinds of steps in turn. */
  private val stride = if (Exhaustive.on) 1 else 11

  private def killedAtEachStep(name: String, setup: Seq[String], first: Int, tags: Tag*)(
      winner: String
  )(loser: String): Unit = atBothLevels(s"killed at each step of $name", tags: _*) { level =>
    val original = made(setup, level)
    val (none, all) = (contentAfter(setup, Seq(winner)), contentAfter(setup, Seq(winner, loser)))
    val from = if (Exhaustive.on) 0 else first
    val kills = Iterator.from(from, stride).map { step =>
      val path = copyOf(original)
      val killed = Killed.after(step) { start =>
        race(faulty(path), loser) {
          run(path, winner)
          start()
        }
      }
      if (killed) finishes(path, loser, none, all, s"killed after $step changes")
      else assert(content(path) == all)
      killed
    }.takeWhile(identity).size
    info(s"killed at $kills steps")
    assert(kills > 1)
  }

  private def finishes(
      path: Path,
      loser: String,
      none: Seq[String],
      all: Seq[String],
      clue: String
  ): Unit = withClue(clue) {
    val left = content(path)
    assert(left == none || left == all)
    assert(StructuralValidator.ofLog(path).isEmpty)
    if (left == none) run(path, loser)
    assert(content(path) == all)
    withConf("spark.databricks.delta.retentionDurationCheck.enabled" -> "false") {
      sql(s"VACUUM ${named(path)} RETAIN 0 HOURS")
    }
    assert(content(path) == all)
    val _ = assert(vectorFiles(path) == vectorsInUse(path))
  }

  private def vectorFiles(path: Path): Int =
    Using.resource(Files.list(JPath.of(path.toUri)))(
      _.iterator.asScala.count(_.getFileName.toString.endsWith(".bin"))
    )

  private def vectorsInUse(path: Path): Int = {
    val log = Log.read(path)
    log.activeAt(log.newest).flatMap(_.deletionVector).map(_.node.get("pathOrInlineDv")).size
  }

  killedAtEachStep("a delete after a delete in its file", OneFile, first = 0)(
    "DELETE FROM t WHERE id = 1"
  )("DELETE FROM t WHERE id = 2")

  killedAtEachStep("an update after a delete in its file", OneFile, first = 2, Exhaustive)(
    "DELETE FROM t WHERE id = 1"
  )("UPDATE t SET x = x + 100 WHERE id = 2")

  killedAtEachStep("a delete after a compaction", TwoFiles, first = 3, Exhaustive)("OPTIMIZE t")(
    "DELETE FROM t WHERE id IN (2, 12)"
  )

  killedAtEachStep("a compaction after a delete", TwoFiles, first = 5, Exhaustive)(
    "DELETE FROM t WHERE id IN (2, 12)"
  )("OPTIMIZE t")

  killedAtEachStep("an upsert after a delete in its file", OneFile, first = 4, Exhaustive)(
    "DELETE FROM t WHERE id = 1"
  )(
    "MERGE INTO t USING (VALUES CAST(2 AS BIGINT), CAST(100 AS BIGINT) AS v(k)) s ON id = k " +
      "WHEN MATCHED THEN UPDATE SET x = x + 1 WHEN NOT MATCHED THEN INSERT (id, x) VALUES (k, 0)"
  )

  atBothLevels("killed by the operating system, in a process of its own", Exhaustive) { level =>
    val original = made(OneFile, level)
    val path = copyOf(original)
    val loser = "DELETE FROM t WHERE id = 2"
    val ended = runApart(
      KilledProbe.getClass,
      Nil,
      Seq(
        bothExtensions,
        deltaCatalog,
        s"spark.hadoop.fs.$Scheme.impl=${classOf[FaultyFileSystem].getName}",
        s"spark.delta.logStore.$Scheme.impl=io.delta.storage.LocalLogStore"
      )
    )(
      s"DELETE FROM ${named(path)} WHERE id = 1",
      s"DELETE FROM ${named(faulty(path))} WHERE id = 2",
      "4"
    )
    assert(ended.code == 137, ended.output.takeRight(20).mkString("\n"))
    val (none, all) =
      (
        contentAfter(OneFile, Seq("DELETE FROM t WHERE id = 1")),
        contentAfter(OneFile, Seq("DELETE FROM t WHERE id <= 2"))
      )
    assert(vectorFiles(path) == 3, "the winner's, and two of the loser's")
    finishes(path, loser, none, all, "after the kill")
  }
}
