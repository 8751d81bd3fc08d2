package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.policy.Policies

/** Checks commits for one thing that they must not do. Pure: it takes values and returns findings. */
trait CommitRule {

  /** Returns the `<name>` in `spark.deltaward.rule.<name>.mode` and in the table property `deltaward.rule.<name>.mode`. */
  def name: String

  /** Returns what is wrong with `commit`; empty if nothing is. */
  def check(commit: Commit): Seq[Finding]

  /** Returns what is wrong before data is written, while neither the operation nor the final actions are known. */
  def checkPlanned(commit: Commit): Seq[Finding] = Nil

  /** Returns the table to write instead of the commit's own, for a rule that corrects commits. */
  def amend(commit: Commit): TableDescriptor = commit.after
}

object CommitRule {

  /** The names of all rules. */
  val names: Seq[String] = all(Policies.none, Policies.none).map(_.name)

  /**
   * Returns every rule in the order of judgement. The policies come last: they judge the protocol that earlier rules
   * corrected.
   *
   * @param policies policies in force before the commit
   * @param proposed policies that would be in force after the commit
   */
  def all(policies: Policies, proposed: Policies): Seq[CommitRule] = Seq(
    ValidProtocol,
    CheckpointProtection,
    LowestProtocolRule,
    new ValidPolicyRule(proposed),
    new RequiredClientsRule(policies, proposed),
    new AllowedFeaturesRule(policies, proposed)
  )

  def propertyKey(name: String): String = s"deltaward.rule.$name.mode"
}
