package io.deltaward.clients

import io.deltaward.clients.ReleaseFixtures._
import io.deltaward.clients.Verdict._
import io.deltaward.features.{FeatureState, FeatureStates}
import io.deltaward.protocol.{Features, Protocol}

/** Tables and conditions that suites of verdicts share. */
object VerdictFixtures {

  val vectors =
    Protocol(3, 7, Some(Set("deletionVectors")), Some(Set("deletionVectors", "rowTracking")))

  def states(used: (String, Boolean)*): FeatureStates = FeatureStates(used.map {
    case (name, is) =>
      FeatureState(Features.byName(name), supported = true, Some(is), Some(is), s"$name: $is")
  })

  def condition(
      failsWhen: FailsWhen,
      verdict: Verdict = Blocked,
      legacyOnly: Boolean = false
  ): Condition = Condition("only sometimes", failsWhen, verdict, legacyOnly)

  def on(feature: String, c: Condition): Support.Known =
    known(anyVersion, conditions = Map(feature -> c))

  def reads(support: Support, protocol: Protocol, states: FeatureStates): Verdict =
    Verdicts.judge(protocol, states, release(support)).readVerdict
}
