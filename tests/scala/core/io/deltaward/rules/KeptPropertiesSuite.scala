package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.rules.Commits._

class KeptPropertiesSuite extends AnyFunSuite {

  private val policy = "deltaward.requiredClients"
  private val mode = "deltaward.rule.validProtocol.mode"

  private def kept(now: (String, String)*)(proposed: (String, String)*)(
      change: PropertyTreatment
  ): Map[String, String] = KeptProperties.findAfter(
    commit(plain.copy(properties = now.toMap), plain.copy(properties = proposed.toMap))
      .copy(change = change)
  )

  test("a statement that replaces the table keeps the policies that it does not name") {
    val now = Seq(policy -> "trino read", mode -> "warn", "delta.appendOnly" -> "true")
    assert(kept(now: _*)("a" -> "b")(PropertyTreatment.Replacing(Set("a"))) ==
      Map("a" -> "b", policy -> "trino read", mode -> "warn"))
    assert(kept(now: _*)(mode -> "off")(PropertyTreatment.Replacing(Set(mode))) ==
      Map(policy -> "trino read", mode -> "off"))
  }

  test("a policy from the source of a CLONE, or from an earlier version, is not taken over") {
    Seq(PropertyTreatment.Replacing(Set.empty), PropertyTreatment.Cloning(Set.empty)).foreach {
      change =>
        assert(kept(policy -> "trino read")(mode -> "off", policy -> "polars read")(change) ==
          Map(policy -> "trino read"))
        assert(kept()(mode -> "off", "a" -> "b")(change) == Map("a" -> "b"))
    }
  }

  test("other statements name what they change, and a new table has what it is given") {
    assert(kept(policy -> "trino read")()(PropertyTreatment.Altering).isEmpty)
    val created = commit(plain, plain.copy(properties = Map(policy -> "trino read")))
      .copy(before = None, change = PropertyTreatment.Cloning(Set.empty))
    assert(KeptProperties.findAfter(created) == Map(policy -> "trino read"))
  }

  test("while a statement is not known yet, policies and the boundary are as they were") {
    val now = guarded("5").copy(properties = guarded("5").properties + (policy -> "trino read"))
    val planned = KeptProperties.planned(now, guarded("4").copy(properties = Map("a" -> "b")))
    assert(planned.properties == now.properties + ("a" -> "b"))
  }
}
