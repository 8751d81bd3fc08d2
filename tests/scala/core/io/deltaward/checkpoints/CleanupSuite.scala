package io.deltaward.checkpoints

import java.util.concurrent.TimeUnit.{DAYS, HOURS}

import org.scalacheck.{Gen, Shrink}
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.checkpoints.LogFixtures._
import io.deltaward.log.{LogEntry, LogFile}

class CleanupSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private def cleanup(entries: Seq[LogEntry], checkpointAt: Long, cutoff: Long): Cleanup =
    Cleanup.plan(entries, checkpointAt, cutoff)

  private val log = commits(0, 9) ++ Seq(checkpoint(3, 3), checkpoint(6, 6))

  test("old versions go up to the last checkpoint that replaces them") {
    val found = cleanup(log, 10, 7)
    assert(found.versions.contains(VersionRange(0, 5)))
    assert(found.checkpoints == Seq(3L) && found.base.contains(6L))
  }

  test("the checkpoint that is about to be made replaces everything before it") {
    assert(cleanup(log, 10, 9).versions.contains(VersionRange(0, 9)))
    assert(cleanup(log, 10, 9).base.contains(10L))
  }

  test("nothing goes before the first checkpoint is old enough") {
    val found = cleanup(log, 10, 1)
    assert(found.versions.isEmpty && found.base.isEmpty && found.files.isEmpty)
  }

  test("no version goes that the new checkpoint does not replace") {
    val found = cleanup(log, checkpointAt = 4, cutoff = 100)
    assert(found.versions.contains(VersionRange(0, 3)) && found.base.contains(4L))
  }

  test("a file that is younger than its successor delays the cleanup of later files") {
    val late = commits(0, 5).updated(2, commit(2, 100))
    assert(cleanup(late, 6, 102).versions.isEmpty)
    assert(cleanup(late, 6, 103).versions.contains(VersionRange(0, 5)))
  }

  test("a multi-part checkpoint counts once its last part is there") {
    val parts = Seq(part(3, 1, 2, 3), part(3, 2, 2, 3))
    assert(cleanup(commits(0, 5) ++ parts, 6, 3).base.contains(3L))
    assert(cleanup(commits(0, 5) ++ parts.take(1), 6, 3).base.isEmpty)
    assert(cleanup(commits(0, 5) ++ parts, 6, 6).checkpoints == Seq(3L))
  }

  test("an empty checkpoint replaces nothing") {
    assert(cleanup(commits(0, 5) :+ checkpoint(3, 3, size = 0), 6, 3).base.isEmpty)
  }

  test("the cut-off is the midnight in UTC before the retention period") {
    val midnight = DAYS.toMillis(20000)
    assert(Cleanup.cutoff(midnight + HOURS.toMillis(5), DAYS.toMillis(30)) ==
      midnight - DAYS.toMillis(30))
    assert(Cleanup.cutoff(midnight, DAYS.toMillis(30)) == midnight - DAYS.toMillis(30))
  }

  /** Turns shrinking off: a part of a log is not a valid log. */
  implicit private val whole: Shrink[Seq[LogEntry]] = Shrink.shrinkAny

  /** Generates logs whose times may run backwards, as in real logs when clocks differ. */
  private val logs: Gen[Seq[LogEntry]] = logsWith(Gen.choose(-2L, 5L))

  private def logsWith(step: Gen[Long]): Gen[Seq[LogEntry]] = for {
    last <- Gen.choose(1L, 20L)
    steps <- Gen.listOfN(last.toInt + 1, step)
    checkpoints <- Gen.someOf(1L to last)
  } yield {
    val times = steps.scanLeft(50L)(_ + _)
    (0L to last).map(v => commit(v, times(v.toInt))) ++
      checkpoints.map(v => checkpoint(v, times(v.toInt + 1)))
  }

  private def newest(entries: Seq[LogEntry]): Long =
    entries.count(e => LogFile.parse(e.name).isInstanceOf[LogFile.Commit]) - 1L

  test("every version from the new base on can be replayed") {
    forAll(logs, Gen.choose(40L, 120L), minSuccessful(1000)) { (entries, cutoff) =>
      val last = newest(entries)
      val found = cleanup(entries, last + 1, cutoff)
      found.base.foreach { base =>
        val left = entries.map(_.name).toSet -- found.files.map(_.name)
        assert(base == last + 1 || left(checkpoint(base, 0).name))
        assert((base + 1 to last).forall(v => left(commit(v, 0).name)))
        assert(found.files.forall(_.name < f"$base%020d"))
      }
    }
  }

  test("where times run forward, no commit younger than the cut-off goes") {
    forAll(logsWith(Gen.choose(0L, 5L)), Gen.choose(40L, 120L), minSuccessful(1000)) {
      (entries, cutoff) =>
        val young = entries.filter(_.modificationTime > cutoff).map(_.name).toSet
        val going = cleanup(entries, newest(entries) + 1, cutoff).files.map(_.name)
        assert(!going.exists(name => name.endsWith(".json") && young(name)))
    }
  }

  test("C4: a checkpoint goes only after every commit before it") {
    forAll(logs, Gen.choose(40L, 120L)) { (entries, cutoff) =>
      val going = cleanup(entries, 100, cutoff).files.map(file => LogFile.parse(file.name))
      going.zipWithIndex.foreach {
        case (LogFile.ClassicCheckpoint(version), position) =>
          assert(!going.drop(position).exists {
            case LogFile.Commit(later) => later < version
            case _ => false
          })
        case _ => ()
      }
    }
  }
}
