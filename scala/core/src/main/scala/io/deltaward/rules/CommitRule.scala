package io.deltaward.rules

import io.deltaward.features.TableDescriptor
import io.deltaward.policy.Policies

/** One thing that a commit must not do. Pure: it sees values, and says what it found. */
trait CommitRule {

  /** The part `<name>` of `spark.deltaward.rule.<name>.mode` and of the table property `deltaward.rule.<name>.mode`. */
  def name: String

  /** What is wrong with `commit`; empty when nothing is. */
  def check(commit: Commit): Seq[Finding]

  /** What is wrong already before data is written, when neither the operation nor the final actions are known. */
  def checkPlanned(commit: Commit): Seq[Finding] = Nil

  /** What to write in place of the commit's own, for a rule that mends instead of refusing. */
  def amend(commit: Commit): TableDescriptor = commit.after
}

object CommitRule {

  /** The names of all rules. */
  val names: Seq[String] = all(Policies.none, Policies.none).map(_.name)

  /**
   * Every rule, in the order in which they judge: the policies judge the protocol that the rules before have mended.
   *
   * @param policies what holds for the table as it is
   * @param proposed what would hold after the commit
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
