package io.deltaward.checkpoints

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.checkpoints.CheckpointProblem._
import io.deltaward.checkpoints.LogFixtures._
import io.deltaward.log.{LogEntry, LogFile}

class FoundCheckpointSuite extends AnyFunSuite {

  test("every kind of checkpoint, by version, and nothing else") {
    val v2 = LogEntry(f"${2}%020d.checkpoint.80a083e8.json", 5, 2)
    val found = FoundCheckpoint.findIn(
      commits(0, 4) ++ Seq(part(3, 2, 2, 3), part(3, 1, 2, 3), v2, checkpoint(1, 1))
    )
    assert(found.map(c => (c.version, c.kind.toString)) ==
      Seq(1L -> "classic", 2L -> "v2", 3L -> "multipart"))
    assert(found(1).format == LogFile.Format.Json)
    assert(found.last.files == Seq(part(3, 1, 2, 3), part(3, 2, 2, 3)))
    assert(found.forall(_.problem.isEmpty))
  }

  test("missing parts and empty files show without opening anything") {
    assert(FoundCheckpoint.findIn(Seq(part(3, 2, 3, 3))).map(_.problem) ==
      Seq(Some(MissingParts(Seq(1, 3), 3))))
    assert(FoundCheckpoint.findIn(Seq(checkpoint(3, 3, size = 0))).map(_.problem) ==
      Seq(Some(Empty(checkpoint(3, 3).name))))
  }

  test("two multi-part checkpoints of one version are two") {
    val found = FoundCheckpoint.findIn(Seq(part(3, 1, 1, 3), part(3, 1, 2, 3)))
    assert(found.map(_.problem.isEmpty) == Seq(true, false))
  }
}
