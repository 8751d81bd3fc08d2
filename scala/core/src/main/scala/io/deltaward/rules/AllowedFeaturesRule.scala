package io.deltaward.rules

import io.deltaward.policy.{AllowedFeatures, Policies}
import io.deltaward.protocol.LowestProtocol
import io.deltaward.text.Screen

/** Refuses a commit that adds a feature the policy does not list. Allows the features that every new table has. */
final class AllowedFeaturesRule(policies: Policies, proposed: Policies) extends CommitRule {
  override val name: String = AllowedFeaturesRule.Name

  override def checkPlanned(commit: Commit): Seq[Finding] =
    if (asksForNothing) Nil
    else {
      val lowest = commit.withProtocol(LowestProtocol.lower(commit.after.protocol))
      judge(lowest, if (commit.governanceIsKnown) policies +: understood.toSeq else Seq(policies))
    }

  private def asksForNothing: Boolean = policies.unreadFile.isEmpty &&
    policies.allowedFeatures.isEmpty && proposed.allowedFeatures.isEmpty

  override def check(commit: Commit): Seq[Finding] = judge(commit, policies +: understood.toSeq)

  /** Returns the policies that the commit sets, if their list is valid. [[ValidPolicyRule]] refuses an invalid one. */
  private def understood: Option[Policies] =
    Option(proposed).filter(_.allowedFeatures.forall(AllowedFeatures.problem(_).isEmpty))

  /** @param inForce policies before the commit, and policies after it if they are known */
  private def judge(commit: Commit, inForce: Seq[Policies]): Seq[Finding] = {
    val lists = inForce.filter(_.allowed.isDefined)
    lists.flatMap(_.allowed).reduceOption(_ intersect _) match {
      case _ if commit.changesTable && policies.unreadFile.nonEmpty =>
        policies.unreadFile.map(ValidPolicyRule.unread(name, _)).toSeq
      case Some(allowed) if commit.changesTable =>
        val there = commit.before.fold(AllowedFeatures.always)(_.supported)
        val added =
          (commit.after.supported -- there -- AllowedFeatures.always -- allowed).toSeq.sorted
        val setIn = lists.map(_.named(Policies.AllowedFeatures)).distinct.mkString(" and ")
        if (added.isEmpty) Nil else Seq(finding(setIn, added, allowed, commit))
      case _ => Nil
    }
  }

  private def finding(
      setIn: String,
      added: Seq[String],
      allowed: Set[String],
      commit: Commit
  ): Finding = {
    val causes = commit.causesOf(added)
    Finding(
      name,
      "FEATURE_NOT_ALLOWED",
      Map(
        "policy" -> setIn,
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
