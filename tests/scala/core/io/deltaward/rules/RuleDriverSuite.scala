package io.deltaward.rules

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.features.TableDescriptor
import io.deltaward.policy.Policies
import io.deltaward.protocol.Protocol
import io.deltaward.rules.Commits._

class RuleDriverSuite extends AnyFunSuite {

  private def judge(mode: Mode, commit: Commit): Judgement =
    RuleDriver.judge(CommitRule.all(Policies.none, Policies.none), _ => mode, commit)(_.check(_))

  private val tooHigh = commit(plain, side(3, 7)("appendOnly", "invariants")())
  private val invalid = commit(plain, TableDescriptor(Protocol(1, 101), Map.empty))

  test("P7: a commit that carries a protocol is mended, not refused") {
    val judgement = judge(Mode.Enforce, tooHigh)
    assert(judgement.mended.map(_.protocol).contains(Protocol(1, 2)))
    assert(judgement.refusals.isEmpty && judgement.mends.map(_.rule) == Seq("lowestProtocol"))
  }

  test("P7: a commit that carries no protocol is left alone, however high the table's is") {
    assert(judge(Mode.Enforce, tooHigh.copy(protocolWritten = false)).mended.isEmpty)
  }

  test("P2: an invalid protocol is refused, and the finding says what is wrong") {
    val refusals = judge(Mode.Enforce, invalid).refusals
    assert(refusals.map(_.rule) == Seq("validProtocol"))
    assert(refusals.flatMap(_.problems).map(_.field) == Seq("minWriterVersion"))
  }

  test("warn tells and changes nothing; off does not look") {
    val warned = judge(Mode.Warn, tooHigh)
    assert(warned.warnings.nonEmpty && warned.mended.isEmpty && warned.refusals.isEmpty)
    assert(judge(Mode.Off, invalid) == Judgement.nothing)
  }

  test("a rule that fails is reported with its mode, and the others are still asked") {
    val unreadable = commit(guarded("5"), TableDescriptor(Protocol(1, 101), Map.empty))
      .copy(earliestReadableVersion = () => throw new IllegalStateException("no log"))
    val judgement = judge(Mode.Warn, unreadable)
    assert(judgement.failures.map(f => (f.rule, f.mode)) ==
      Seq(("checkpointProtection", Mode.Warn)))
    assert(judgement.warnings.map(_.rule).contains("validProtocol"))
  }
}
