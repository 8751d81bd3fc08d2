package io.deltaward.errors

import io.deltaward.commands.CommandTest

/** Ways to raise each condition, by a statement wherever one can. */
trait Raised extends CommandTest {

  /** Condition, without the family's name, and what raises it. */
  type Ways = Seq[(String, () => Any)]

  def inFamily(family: String, ways: Ways): Ways =
    ways.map { case (name, way) => (if (name.isEmpty) family else s"$family.$name") -> way }
}
