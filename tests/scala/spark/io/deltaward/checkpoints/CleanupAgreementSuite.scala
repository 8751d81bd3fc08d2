package io.deltaward.checkpoints

import java.nio.file.Files
import java.nio.file.attribute.FileTime

import scala.util.Random

import org.apache.hadoop.fs.Path

import io.deltaward.Exhaustive
import io.deltaward.log.{LogEntry, LogFile}
import io.deltaward.storage.LogSurgery
import org.apache.spark.sql.delta.deltaward.{CleanUp, LogCleanup, LogRetention}

/** Predicts what Delta's cleanup removes, runs it, and compares. */
class CleanupAgreementSuite extends ProtectedTable {

  private val newest = 14L

  private def entries(table: Path): Seq[LogEntry] =
    LogSurgery.files(table).keys.toSeq.filter(cleanable).map { name =>
      val file = LogSurgery.directory(table).resolve(name)
      LogEntry(name, Files.size(file), Files.getLastModifiedTime(file).toMillis)
    }

  /** Makes a table with checkpoints of some versions, the newest among them, and checksums of some. */
  private def written(property: String, random: Random): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta TBLPROPERTIES ('a' = 'b'$property)")
    (1L to newest).foreach { version =>
      if (random.nextInt(4) == 0) sql(s"INSERT INTO ${named(table)} VALUES ($version)")
      else LogSurgery.commit(table, version, LogSurgery.add(version.toInt))
      if (version == newest || random.nextInt(3) == 0) makeCheckpoint(table)
    }
    table
  }

  /** Gives each file a time around the cut-off, roughly in the order of the versions. */
  private def scatter(table: Path, cutoff: Long, random: Random): Unit =
    LogSurgery.files(table).keys.toSeq.filter(cleanable).sorted.zipWithIndex.foreach {
      case (name, i) if !name.startsWith(f"$newest%020d") =>
        val time = cutoff + (i - 20 + random.nextInt(8)) * 60000L
        val file = LogSurgery.directory(table).resolve(name)
        Files.setLastModifiedTime(file, FileTime.fromMillis(time))
      case _ => ()
    }

  private def cleanable(name: String): Boolean = LogFile.parse(name) match {
    case _: LogFile.Compaction | LogFile.Other => false
    case _ => true
  }

  private def agrees(kind: String, property: String, seeds: Range): Unit =
    test(s"Delta's cleanup takes the files that are predicted, among $kind checkpoints") {
      val sizes = seeds.map { seed =>
        val random = new Random(seed.toLong)
        val table = written(property, random)
        val retention = LogRetention.fromProperties(snapshot(table).metadata.configuration).get
        val cutoff = Cleanup.cutoff(System.currentTimeMillis(), retention.log)
        scatter(table, cutoff, random)
        val before = entries(table)
        val predicted =
          Cleanup.plan(before, newest, cutoff, LogCleanup.grouping).files.map(_.name).toSet
        CleanUp(spark, table)
        val gone = before.map(_.name).toSet -- LogSurgery.files(table).keySet
        assert(gone == predicted, s"seed $seed")
        gone.size
      }
      assert(sizes.exists(_ > 0), sizes)
    }

  private val seeds = if (Exhaustive.on) 1 to 10 else 1 to 1

  agrees("classic", "", seeds)
  agrees("v2", ", 'delta.checkpointPolicy' = 'v2'", seeds)
}
