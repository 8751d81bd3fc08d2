package io.deltaward.rules

import io.deltaward.names.Screen
import io.deltaward.policy.{AllowedFeatures, Policies}
import io.deltaward.protocol.LowestProtocol

/** A commit brings in only the features that the policy lists, and those that every new table has. */
final class AllowedFeaturesRule(policies: Policies) extends CommitRule {
  override val name: String = AllowedFeaturesRule.Name

  override def checkPlanned(commit: Commit): Seq[Finding] =
    if (asksForNothing) Nil
    else check(commit.withProtocol(LowestProtocol.of(commit.after.protocol)))

  private def asksForNothing: Boolean =
    policies.allowedFeatures.isEmpty && policies.unreadFile.isEmpty

  override def check(commit: Commit): Seq[Finding] = policies.allowed match {
    case _ if commit.changesTable && policies.unreadFile.nonEmpty =>
      policies.unreadFile.map(ValidPolicyRule.unread(name, _)).toSeq
    case Some(allowed) if commit.changesTable =>
      val there = commit.before.fold(AllowedFeatures.always)(_.supported)
      val added =
        (commit.after.supported -- there -- AllowedFeatures.always -- allowed).toSeq.sorted
      if (added.isEmpty) Nil else Seq(finding(added, allowed, commit))
    case _ => Nil
  }

  private def finding(added: Seq[String], allowed: Set[String], commit: Commit): Finding = {
    val causes = commit.causesOf(added)
    Finding(
      name,
      "FEATURE_NOT_ALLOWED",
      Map(
        "policy" -> policies.named(Policies.AllowedFeatures),
        "feature" -> causes.features,
        "allowed" ->
          (if (allowed.isEmpty) "nothing" else Screen.listed(allowed.toSeq.sorted, 20)),
        "cause" -> causes.text,
        "advice" -> causes.advice
      )
    )
  }
}

object AllowedFeaturesRule {
  val Name = "allowedFeatures"
}
