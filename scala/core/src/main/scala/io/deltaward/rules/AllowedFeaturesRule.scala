package io.deltaward.rules

import io.deltaward.features.Cause
import io.deltaward.policy.Policies
import io.deltaward.protocol.{LowestProtocol, Protocol}

/** A commit brings in only the features that the policy lists, and those that every new table has. */
final class AllowedFeaturesRule(policies: Policies) extends CommitRule {
  override val name: String = AllowedFeaturesRule.Name

  override def checkPlanned(commit: Commit): Seq[Finding] =
    check(commit.withProtocol(LowestProtocol.of(commit.after.protocol)))

  override def check(commit: Commit): Seq[Finding] = policies.allowed match {
    case Some(allowed) if commit.changesTable =>
      val there = commit.before.fold(AllowedFeaturesRule.always)(_.supported)
      (commit.after.supported -- there -- AllowedFeaturesRule.always -- allowed).toSeq.sorted.map {
        feature =>
          val cause =
            Cause.of(feature, commit.before.map(_.table), commit.after.table, commit.defaults)
          Finding(
            name,
            "FEATURE_NOT_ALLOWED",
            Map(
              "feature" -> feature,
              "allowed" ->
                (if (allowed.isEmpty) "nothing" else allowed.toSeq.sorted.mkString(", ")),
              "cause" -> cause.text,
              "advice" -> cause.advice
            )
          )
      }
    case _ => Nil
  }
}

object AllowedFeaturesRule {
  val Name = "allowedFeatures"

  private val always = Protocol(1, 2).supportedFeatures
}
