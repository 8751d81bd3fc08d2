package io.deltaward.rules

import io.deltaward.clients.{Losses, Release}
import io.deltaward.features.{Cause, TableStates}
import io.deltaward.policy.{Policies, RequiredClient}
import io.deltaward.protocol.LowestProtocol

/**
 * A commit never takes a table away from a client that the policy requires. What was lost before is not held against
 * a commit that makes it no worse, so that a table can be repaired. A policy that cannot be understood is refused when
 * it is set; one that is there already stops every commit but those that correct it.
 */
final class RequiredClientsRule(policies: Policies, proposed: Policies) extends CommitRule {
  override val name: String = RequiredClientsRule.Name

  /** Whether the protocol will still be lowered is not known yet: the lowest one is what is judged. */
  override def checkPlanned(commit: Commit): Seq[Finding] =
    if (proposed.required.isLeft && !commit.governanceIsKnown) Nil
    else check(commit.withProtocol(LowestProtocol.of(commit.after.protocol)))

  override def check(commit: Commit): Seq[Finding] =
    if (!commit.changesTable) Nil
    else
      proposed.required match {
        case Left(problem) => Seq(ValidPolicyRule.invalid(name, problem))
        case Right(corrected) =>
          policies.required.getOrElse(corrected).flatMap { case (entry, client) =>
            entry.of(client).flatMap(release => lost(entry, release, commit))
          }
      }

  private def lost(entry: RequiredClient, release: Release, commit: Commit): Seq[Finding] = {
    val before = commit.before.map(_.table).getOrElse(TableStates.empty)
    val losses = Losses.between(before, commit.after.table, release)
    val (lost, after) = (losses.lost.filter(entry.access), losses.after)
    if (lost.isEmpty) Nil
    else {
      val added = commit.after.supported -- commit.before.fold(Set.empty[String])(_.supported)
      val feature = after.blockingFeatures.find(added).orElse(added.toSeq.sorted.find(f =>
        after.reason.contains(f)
      ))
        .orElse(after.blockingFeatures.headOption)
      val cause =
        feature.map(Cause.of(_, commit.before.map(_.table), commit.after.table, commit.defaults))
      Seq(
        Finding(
          name,
          "REQUIRED_CLIENT_LOCKED_OUT",
          Map(
            "client" -> Seq(release.client, release.version).filter(_.nonEmpty).mkString(" "),
            "accessPath" -> release.accessPath,
            "access" -> lost.mkString(" and "),
            "reason" -> after.reason,
            "feature" -> feature.getOrElse("the protocol's versions"),
            "cause" -> cause.fold("the statement itself")(_.text),
            "advice" -> cause.fold("")(_.advice)
          )
        )
      )
    }
  }
}

object RequiredClientsRule {
  val Name = "requiredClients"
}
