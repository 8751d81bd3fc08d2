package io.deltaward.checkpoints

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.checkpoints.LogFixtures._

class ProtectionSuite extends AnyFunSuite {

  test("a table without the feature has no protection, whatever its properties say") {
    assert(Protection.fromHistory(history(3, 0L -> state(plain, Boundary -> "3"))).isEmpty)
  }

  test("the boundary is the table's property") {
    val found =
      Protection.fromHistory(history(
        9,
        0L -> state(vectors),
        6L -> state(guarded(), Boundary -> "6")
      ))
    assert(found.contains(Protection(6, Some("6"), 6, None)))
  }

  test("C5: protected versions stay protected when the boundary is moved back or removed") {
    val states = Seq(0L -> state(vectors), 6L -> state(guarded(), Boundary -> "6"))
    val lowered =
      Protection.fromHistory(history(9, states :+ (8L -> state(guarded(), Boundary -> "2")): _*))
    assert(lowered.contains(Protection(2, Some("2"), 6, Some(8))))
    val unset = Protection.fromHistory(history(9, states :+ (7L -> state(guarded())): _*))
    assert(unset.contains(Protection(0, None, 6, Some(7))))
  }

  test("the version that moved the boundary back is the first of several") {
    val found = Protection.fromHistory(
      history(
        9,
        2L -> state(guarded(), Boundary -> "2"),
        4L -> state(guarded(), Boundary -> "0"),
        5L -> state(guarded("rowTracking"), Boundary -> "0"),
        7L -> state(guarded(), Boundary -> "1")
      )
    )
    assert(found.contains(Protection(1, Some("1"), 2, Some(4))))
  }

  test("a boundary ends with the feature") {
    val found = Protection.fromHistory(
      history(
        9,
        6L -> state(guarded(), Boundary -> "6"),
        7L -> state(plain),
        8L -> state(guarded(), Boundary -> "2")
      )
    )
    assert(found.contains(Protection(2, Some("2"), 2, None)))
  }

  test("C5: a boundary beyond the version that stated it holds until it is corrected") {
    val states =
      Seq(5L -> state(guarded(), Boundary -> "5"), 6L -> state(guarded(), Boundary -> "1000"))
    val wrong = Protection.fromHistory(history(9, states: _*))
    assert(wrong.contains(Protection(1000, Some("1000"), 5, None)) &&
      wrong.exists(_.highest == 1000))
    val corrected =
      Protection.fromHistory(history(9, states :+ (8L -> state(guarded(), Boundary -> "5")): _*))
    assert(corrected.contains(Protection(5, Some("5"), 5, None)) &&
      corrected.exists(_.highest == 5))
  }

  test("a boundary that is not a number protects nothing") {
    assert(Protection.fromHistory(history(9, 0L -> state(guarded(), Boundary -> "six")))
      .contains(Protection(0, Some("six"), 0, None)))
  }
}
