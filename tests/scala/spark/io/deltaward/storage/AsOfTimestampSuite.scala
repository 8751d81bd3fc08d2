package io.deltaward.storage

import java.nio.file.Files
import java.nio.file.attribute.FileTime

import scala.util.Try

import org.apache.hadoop.fs.Path
import org.apache.spark.SparkThrowable
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.log.AsOf
import org.apache.spark.sql.delta.deltaward.CommitAtTime

class AsOfTimestampSuite extends AnyFunSuite with DeltaSession {

  private lazy val reader = new DeltaLogReader(spark.sessionState.newHadoopConf())

  private def table(properties: String, inserts: Int): Path = {
    val table = temporaryTable()
    sql(s"CREATE TABLE ${named(table)} (id BIGINT) USING delta $properties")
    (1 to inserts).foreach(i => sql(s"INSERT INTO ${named(table)} VALUES ($i)"))
    table
  }

  private def setFileTimes(table: Path, times: Long*): Unit =
    times.zipWithIndex.foreach { case (time, version) =>
      val file = LogSurgery.directory(table).resolve(LogSurgery.commitName(version.toLong))
      Files.setLastModifiedTime(file, FileTime.fromMillis(time))
    }

  private val conditions = Map(
    "DELTA_TIMESTAMP_EARLIER_THAN_COMMIT_RETENTION" -> "TIMESTAMP_BEFORE_FIRST",
    // Delta 4.0 has no condition for it.
    "TimestampEarlierThanCommitRetentionException" -> "TIMESTAMP_BEFORE_FIRST",
    "DELTA_TIMESTAMP_GREATER_THAN_COMMIT" -> "TIMESTAMP_AFTER_LAST"
  )

  private def assertLikeDelta(table: Path, timestamps: Seq[Long]): Unit = {
    val log = snapshot(table).deltaLog
    timestamps.distinct.foreach { timestamp =>
      val deltas = Try(CommitAtTime.version(log, timestamp)).toEither.left.map {
        case e: SparkThrowable =>
          conditions(Option(e.getCondition).getOrElse(e.getClass.getSimpleName))
        case e => throw e
      }
      val ours = reader.read(table, AsOf.Timestamp(timestamp)).map(_.version).left.map(_.condition)
      assert(ours == deltas, s"at $timestamp")
    }
  }

  private def around(timestamps: Seq[Long]): Seq[Long] =
    timestamps.flatMap(t => Seq(t - 1, t, t + 1))

  test("file times, also out of order, mean the versions that Delta says they mean") {
    val times = Seq(1000000L, 1005000L, 1002000L, 1002000L, 1009000L)
    val ordinary = table("", inserts = 4)
    setFileTimes(ordinary, times: _*)
    assertLikeDelta(ordinary, around(times) ++ Seq(1005002L, 1005003L))
  }

  test("in-commit timestamps outweigh file times") {
    val inCommit = table("TBLPROPERTIES ('delta.enableInCommitTimestamps' = 'true')", inserts = 4)
    setFileTimes(inCommit, 1000000L, 1000000L, 1000000L, 1000000L, 1000000L)
    val log = snapshot(inCommit).deltaLog
    val times = (0L to 4L).map(log.getSnapshotAt(_).timestamp)
    assert(times.forall(_ > 1000000L))
    assertLikeDelta(inCommit, around(times) :+ 1000000L)
  }

  test("a table that had in-commit timestamps enabled later has both") {
    val both = table("", inserts = 2)
    sql(
      s"ALTER TABLE ${named(both)} SET TBLPROPERTIES ('delta.enableInCommitTimestamps' = 'true')"
    )
    (1 to 2).foreach(i => sql(s"INSERT INTO ${named(both)} VALUES ($i)"))
    setFileTimes(both, 1000000L, 1001000L, 1002000L)
    val log = snapshot(both).deltaLog
    val times = (0L to 5L).map(log.getSnapshotAt(_).timestamp)
    assertLikeDelta(both, around(times))
  }
}
