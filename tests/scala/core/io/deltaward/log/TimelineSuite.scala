package io.deltaward.log

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.log.LogProblem._
import io.deltaward.protocol.Protocol

class TimelineSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private def listing(times: Seq[Long], first: Long = 0): LogListing =
    LogListing(times.zipWithIndex.map { case (time, i) =>
      LogEntry(f"${first + i}%020d.json", 1, time)
    })

  private def state(version: Long, properties: (String, String)*): TableState =
    TableState(
      version,
      0,
      Protocol(1, 2),
      TableMetadata("m", None, None, Nil, properties.toMap),
      None
    )

  private def inFiles(times: Long*)(timestamp: Long): Either[LogProblem, Long] =
    new Timeline(listing(times), _ => fail("nothing is to be read"))
      .versionAt(timestamp, state(times.size - 1L))

  private val enabled = "delta.enableInCommitTimestamps" -> "true"

  test("the newest commit at or before the moment") {
    assert(inFiles(10, 20, 30)(10) == Right(0L))
    assert(inFiles(10, 20, 30)(29) == Right(1L))
    assert(inFiles(10, 20, 30)(30) == Right(2L))
  }

  test("TIMESTAMP_BEFORE_FIRST and TIMESTAMP_AFTER_LAST") {
    assert(inFiles(10, 20)(9) == Left(TimestampBeforeFirst(9, 0, 10)))
    assert(inFiles(10, 20)(21) == Left(TimestampAfterLast(21, 1, 20)))
  }

  test("file times out of order are raised above the one before") {
    assert(inFiles(100, 50, 60, 200)(101) == Right(1L))
    assert(inFiles(100, 50, 60, 200)(102) == Right(2L))
    assert(inFiles(100, 50, 60, 200)(60) == Left(TimestampBeforeFirst(60, 0, 100)))
  }

  test("in-commit timestamps are found by halves, whatever the file times say") {
    forAll(Gen.nonEmptyListOf(Gen.choose(1L, 5L)), Gen.choose(-1L, 400L)) { (steps, timestamp) =>
      val times = steps.scanLeft(0L)(_ + _)
      var reads = 0
      val timeline = new Timeline(
        listing(times.map(_ => 7L)),
        version => { reads += 1; Right(times(version.toInt)) }
      )
      val latest = times.size - 1L
      val expected =
        if (timestamp < 0) Left(TimestampBeforeFirst(timestamp, 0, 0))
        else if (timestamp > times.last) Left(TimestampAfterLast(timestamp, latest, times.last))
        else Right(times.lastIndexWhere(_ <= timestamp).toLong)
      assert(timeline.versionAt(timestamp, state(latest, enabled)) == expected)
      assert(reads <= 2 + 64 - java.lang.Long.numberOfLeadingZeros(latest))
    }
  }

  test("moments before in-commit timestamps were enabled are looked up in file times") {
    val inCommit = Map(2L -> 1000L, 3L -> 1100L)
    val timeline = new Timeline(listing(Seq(10, 20, 5000, 5000)), v => Right(inCommit(v)))
    val latest = state(
      3,
      enabled,
      "delta.inCommitTimestampEnablementVersion" -> "2",
      "delta.inCommitTimestampEnablementTimestamp" -> "1000"
    )
    assert(timeline.versionAt(15, latest) == Right(0L))
    assert(timeline.versionAt(999, latest) == Right(1L))
    assert(timeline.versionAt(1000, latest) == Right(2L))
    assert(timeline.versionAt(1100, latest) == Right(3L))
    assert(timeline.versionAt(1101, latest) == Left(TimestampAfterLast(1101, 3, 1100)))
  }

  test("a commit that cannot be read is a problem, not a wrong answer") {
    val timeline = new Timeline(listing(Seq(1, 2, 3)), _ => Left(EmptyCommit("f")))
    assert(timeline.versionAt(2, state(2, enabled)) == Left(EmptyCommit("f")))
  }
}
