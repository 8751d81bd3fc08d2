package io.deltaward.errors

import io.deltaward.commands.CommandTest

/** Raises each condition, by a statement if possible. */
trait Raised extends CommandTest {

  /** Pairs of a condition, without the family's name, and what raises it. */
  type Ways = Seq[(String, () => Any)]

  def inFamily(family: String, ways: Ways): Ways =
    ways.map { case (name, way) => (if (name.isEmpty) family else s"$family.$name") -> way }
}
