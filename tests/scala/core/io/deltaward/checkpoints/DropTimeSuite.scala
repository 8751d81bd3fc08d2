package io.deltaward.checkpoints

import java.util.concurrent.TimeUnit.{HOURS, MINUTES}

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.checkpoints.LogFixtures._
import io.deltaward.log.LogEntry

class DropTimeSuite extends AnyFunSuite {

  private val minute = MINUTES.toMillis(1)
  private val day = HOURS.toMillis(24)

  /** Returns a log with one commit per minute, made one second after the minute begins. */
  private def log(versions: Range): Seq[LogEntry] =
    versions.map(v => commit(v.toLong, v * minute + 1000))

  private def earliest(entries: Seq[LogEntry], boundary: Long): Option[Long] =
    DropTime.earliest(entries, 9, boundary, day)

  test(
    "the retention period after the last version before the checkpoint at the boundary, in whole minutes"
  ) {
    val entries = log(0 to 9) :+ checkpoint(6, 6 * minute + 2000)
    assert(earliest(entries, 6).contains(6 * minute + day))
  }

  test("later checkpoints count where none is at the boundary, the drop's own as the last") {
    val entries = log(0 to 9) ++ Seq(checkpoint(3, 3 * minute), checkpoint(8, 8 * minute + 2000))
    assert(earliest(entries, 6).contains(8 * minute + day))
    assert(earliest(log(0 to 9), 6).contains(10 * minute + day))
  }

  test("a version that was modified late is waited for") {
    val entries = log(0 to 9).updated(2, commit(2, 20 * minute)) :+
      checkpoint(6, 30 * minute)
    assert(earliest(entries, 6).contains(21 * minute + day))
  }

  test("no waiting where the history before the boundary has gone") {
    assert(earliest(log(6 to 9) :+ checkpoint(6, 6 * minute), 6).isEmpty)
  }
}
