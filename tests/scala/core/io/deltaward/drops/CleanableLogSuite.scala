package io.deltaward.drops

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.log.LogEntry

class CleanableLogSuite extends AnyFunSuite {

  private def log(checkpoints: Seq[Long], commits: Seq[Long]): CleanableLog = CleanableLog(
    checkpoints.map(v => LogEntry(f"$v%020d.checkpoint.parquet", 1, v)) ++
      commits.map(v => LogEntry(f"$v%020d.json", 1, v)),
    latest = 9
  )

  test("a checkpoint whose commit is gone, or one after it, is none that Delta reads from") {
    assert(log(Seq(3, 6), 0L to 9L).checkpoints == Seq(3L, 6L))
    assert(log(Seq(3, 6), 4L to 9L).checkpoints == Seq(6L))
    assert(log(Seq(3, 6), Seq(3L, 5L, 6L, 7L, 8L, 9L)).checkpoints == Seq(6L))
    assert(log(Seq(6), 7L to 9L).checkpoints.isEmpty)
  }
}
