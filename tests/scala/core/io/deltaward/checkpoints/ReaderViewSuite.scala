package io.deltaward.checkpoints

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.checkpoints.LogFixtures._
import io.deltaward.log.LogEntry

class ReaderViewSuite extends AnyFunSuite with ScalaCheckPropertyChecks {

  private def view(log: RetainedLog, protocol: ReaderProtocol): ReaderView =
    ReaderView.forLog(log).find(_.reader == protocol).get

  private val old = ReaderProtocol.fromProtocol(plain)
  private val modern = ReaderProtocol.fromProtocol(vectors)

  /** Version 6 dropped a feature that readers must know; protected checkpoints are at 5 and 6. */
  private val dropped =
    history(9, 0L -> state(vectors), 6L -> state(guarded(), Boundary -> "6"))
  private val files: Seq[LogEntry] = commits(0, 9)

  test(
    "a reader that knows the dropped feature opens all versions, others only those from the drop on"
  ) {
    val log = retained(files, dropped, 5, 6)
    assert(view(log, modern) == ReaderView(modern, Some(0), Nil))
    assert(view(log, old) == ReaderView(old, Some(6), Nil))
  }

  test(
    "without the checkpoint at the boundary, readers of the lower protocol lose what follows it"
  ) {
    val log = retained(files, dropped, 5)
    assert(view(log, old) == ReaderView(old, None, Seq(VersionRange(6, 9))))
    assert(view(log, modern).lost.isEmpty)
  }

  test("readers of the lower protocol lose versions only up to the next checkpoint") {
    val log = retained(files, dropped, 5, 8)
    assert(view(log, old) == ReaderView(old, Some(8), Seq(VersionRange(6, 7))))
  }

  test("older versions need the commits and a checkpoint of a protocol that the reader knows") {
    val left = files.filterNot(file => file.name < f"${3}%020d")
    val history = LogFixtures.history(9, 5L -> state(vectors), 6L -> state(guarded()))
    val log = retained(left, history, 5, 6)
    assert(view(log, modern) == ReaderView(modern, Some(5), Seq(VersionRange(3, 4))))
    assert(view(log, old) == ReaderView(old, Some(6), Seq(VersionRange(3, 4))))
  }

  test("a higher reader version without that feature does not open what needs it") {
    val mapping = ReaderProtocol(2, Set("columnMapping"))
    assert(!mapping.knows(vectors) && mapping.knows(plain))
    assert(!old.knows(vectors) && modern.knows(plain) && modern.knows(vectors))
  }

  /** Applies the definition: from some start on, the log has every commit and the reader knows every protocol. */
  private def canOpen(log: RetainedLog, reader: ReaderProtocol, version: Long): Boolean =
    (0L to version).exists { start =>
      log.startsAt(start) &&
      (start to version).forall(v => log.protocolAt(v).exists(reader.knows)) &&
      (start + 1 to version).forall(log.hasCommit)
    }

  private val logs: Gen[RetainedLog] = for {
    last <- Gen.choose(0L, 12L)
    protocols <- Gen.listOfN(last.toInt + 1, Gen.oneOf(plain, plain, vectors, guarded()))
    intact <- Gen.someOf(0L to last)
    missing <- Gen.someOf(0L until last).map(_.take(2).toSet)
  } yield {
    val states = protocols.zipWithIndex.map { case (p, v) => v.toLong -> state(p) }
    RetainedLog(0, history(last, states: _*), v => !missing(v), intact.toSet)
  }

  test("a version opens if all steps to it from some start exist and are understood") {
    forAll(logs) { log =>
      ReaderView.forLog(log).foreach { view =>
        val open = log.versions.filter(canOpen(log, view.reader, _)).toSet
        assert(view.oldest == open.minOption)
        val lost = view.lost.flatMap(range => range.first to range.last).toSet
        log.versions.foreach { version =>
          val understood = log.protocolAt(version).exists(view.reader.knows)
          assert(lost(version) == (understood && !open(version)))
        }
      }
    }
  }
}
