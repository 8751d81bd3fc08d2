package io.deltaward.serializability.histories

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.serializability.schedule.Step

class DrawHistorySuite extends AnyFunSuite {

  private val histories = (1L to 500L).map(seed => DrawHistory(seed, Profile.bothLevels))

  test("a seed gives the same history each time, and other seeds give others") {
    assert((1L to 500L).map(seed => DrawHistory(seed, Profile.bothLevels)) == histories)
    assert(histories.distinct.size == histories.size)
  }

  test("every statement is started once, and released once after that") {
    histories.foreach { history =>
      val steps = history.steps
      history.ops.indices.foreach { i =>
        assert(steps.count(_ == Step.Start(i)) == 1 && steps.count(_ == Step.Release(i)) == 1)
        assert(steps.indexOf(Step.Start(i)) < steps.indexOf(Step.Release(i)))
      }
    }
  }

  test("up to six statements are under way at the same time, and mostly two or more") {
    val widths = histories.map { history =>
      history.steps
        .scanLeft(0) {
          case (open, _: Step.Start) => open + 1
          case (open, _: Step.Release) => open - 1
        }
        .max
    }
    assert(widths.max == 6 && widths.count(_ > 1) > histories.size * 9 / 10)
  }

  test("every kind of statement and every property of a table is drawn") {
    val kinds = histories.flatMap(_.ops).map(_.getClass.getSimpleName).toSet
    assert(kinds.size == Profile.everything.size)
    val shapes = histories.map(_.shape)
    assert(shapes.exists(_.rowTracking) && shapes.exists(_.changeFeed))
    assert(shapes.exists(_.columnMapping) && shapes.exists(_.partitioned))
    assert(shapes.exists(_.commitTimestamps) && shapes.map(_.level).distinct.size == 2)
  }

  test("a history shrinks to what makes it fail") {
    val history = histories.maxBy(_.ops.size)
    val culprit = history.ops(2)
    val small = Shrinker.shrink(history, 1000)(_.ops.contains(culprit))
    assert(small.ops == Seq(culprit) && small.steps == Seq(Step.Start(0), Step.Release(0)))
    assert(small.files.map(_.size) == Seq(1) && small.shape.simpler.isEmpty)
  }
}
