package org.apache.spark.sql.delta.deltaward

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession
import io.deltaward.conflicts.Unresolved.OutOfTime

class DeadlineSuite extends AnyFunSuite with DeltaSession {

  private def until(passed: Long): Unit = while (System.nanoTime < passed) Thread.onSpinWait()

  test("what runs within one deadline shares its time") {
    assert(spark.sparkContext != null)
    val deadline = new Deadline(1000)
    val end = System.nanoTime + 1000L * 1000 * 1000
    assert(new Deadline(3600 * 1000).run(Right(1)) == Right(1))
    assert(deadline.run { until(end); Right(2) }.isLeft)
    var ran = false
    assert(deadline.run { ran = true; Right(3) } == Left(OutOfTime(1000)))
    assert(!ran, "there was no time left for it")
  }
}
