package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol
import io.deltaward.rules.Commits._

class LowestProtocolRuleSuite extends AnyFunSuite {

  private def writing(protocol: Protocol, before: Option[TableDescriptor] = None): Commit =
    commit(
      plain,
      TableDescriptor(protocol, Map.empty)
    ).copy(before = before, protocolWritten = true)

  private def lowered(commit: Commit): Protocol =
    if (LowestProtocolRule.check(commit).isEmpty) commit.after.protocol
    else LowestProtocolRule.amend(commit).protocol

  private val room = Protocol(3, 7, Some(Set.empty), Some(Set.empty))
  private val nothing = TableDescriptor(Protocol(1, 1), Map.empty)

  test("P7: empty lists stay on a table without features, since features are about to come") {
    assert(lowered(writing(room)) == room)
    assert(lowered(writing(room, Some(nothing))) == room)
    val forWriters = Protocol(1, 7, None, Some(Set.empty))
    assert(lowered(writing(forWriters, Some(nothing))) == forWriters)
  }

  test("P7: empty lists go when features go, and once there are features") {
    assert(lowered(writing(room, Some(plain))) == Protocol(1, 1))
    val basic = Protocol(3, 7, Some(Set.empty), Some(Set("appendOnly", "invariants")))
    assert(lowered(writing(basic)) == Protocol(1, 2))
  }

  test("P7: a protocol with a feature that nobody here knows, or knows otherwise, stays") {
    val legacy = Protocol(2, 7, None, Some(Set("aLegacyFeature", "appendOnly")))
    assert(lowered(writing(legacy)) == legacy)
    val mapped = Protocol(3, 7, Some(Set("columnMapping")), Some(Set("columnMapping")))
    assert(lowered(writing(mapped)) == Protocol(2, 7, None, Some(Set("columnMapping"))))
    assert(lowered(writing(mapped).copy(knownOtherwise = Set("columnMapping"))) == mapped)
  }
}
