package io.deltaward.commands

import io.deltaward.conf.DeltawardConf
import io.deltaward.errors.Errors
import io.deltaward.guard.RuleSettings
import io.deltaward.policy.{Decided, Policies, Source}
import io.deltaward.rules._

/** The policies and rule modes that hold for commits to a table with these properties, and their sources. */
final class PolicyInForce(settings: RuleSettings, properties: Map[String, String]) {

  private val policies = settings.policies(properties)
  private val runs = settings.enabled

  val locked: Boolean = settings.locked

  /** Returns the mode of a rule, which is off if no rule runs at all. */
  def mode(rule: String): Decided[Mode] =
    if (runs) settings.decidedMode(properties)(rule)
    else Decided(Mode.Off, settings.enabledFrom)

  def modeKey(rule: String, source: Source): Option[String] = source match {
    case Source.Default => None
    case _ if !runs => Some(DeltawardConf.ENABLED.key)
    case other => Some(other.keyOf(CommitRule.propertyKey(rule)))
  }

  def policy(rule: String): Option[Seq[String]] = rule match {
    case RequiredClientsRule.Name if policies.requiredClients.nonEmpty =>
      Some(policies.required.fold(_ => Nil, _.map(_._1.text).distinct.sorted))
    case AllowedFeaturesRule.Name => policies.allowed.map(_.toSeq.sorted)
    case _ => None
  }

  def setIn(rule: String): Seq[PolicyEntry] =
    PolicyInForce.keys.get(rule).toSeq.flatMap { key =>
      settings.policyTexts(properties)(key).map { text =>
        PolicyEntry(text.source.toString, text.source.keyOf(key), text.value)
      }
    }

  def problems(rule: String): Seq[String] = rule match {
    case RequiredClientsRule.Name => policies.required.left.toSeq.map(_.text)
    case ValidPolicyRule.Name =>
      policies.straySettings.map(_.text) ++
        policies.unreadFile.map(problem => Errors.invalidPoliciesFile(problem).getMessage) ++
        new ValidPolicyRule(policies).problems(properties).map(_.fold(_.text, _.text))
    case _ => Nil
  }
}

object PolicyInForce {

  /** Maps each rule with a policy to the property that holds it. */
  private val keys: Map[String, String] = Map(
    RequiredClientsRule.Name -> Policies.RequiredClients,
    AllowedFeaturesRule.Name -> Policies.AllowedFeatures
  )
}
