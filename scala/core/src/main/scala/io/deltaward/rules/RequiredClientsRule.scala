package io.deltaward.rules

import io.deltaward.clients._
import io.deltaward.features.Cause
import io.deltaward.policy.{Access, Policies, PolicyProblem, RequiredClient}
import io.deltaward.protocol.{LowestProtocol, Protocol}

/**
 * A commit never takes a table away from a client that the policy requires. What was lost before is not held against
 * a commit that makes it no worse, so that a table can be repaired. A policy that cannot be understood is refused when
 * it is set; one that is there already stops every commit but those that correct it.
 */
final class RequiredClientsRule(policies: Policies, proposed: Policies) extends CommitRule {
  override val name: String = RequiredClientsRule.Name

  /** Whether the protocol will still be lowered is not known yet: the lowest one is what is judged. */
  override def checkPlanned(commit: Commit): Seq[Finding] =
    check(commit.withProtocol(LowestProtocol.of(commit.after.protocol)))

  override def check(commit: Commit): Seq[Finding] =
    if (!commit.changesTable) Nil
    else
      proposed.required match {
        case Left(problem) => Seq(RequiredClientsRule.invalid(name, problem))
        case Right(corrected) =>
          policies.required.getOrElse(corrected).flatMap { case (entry, client) =>
            entry.of(client).flatMap(release => lost(entry, release, commit))
          }
      }

  private def lost(entry: RequiredClient, release: Release, commit: Commit): Seq[Finding] = {
    val before = verdict(commit.before.getOrElse(RequiredClientsRule.empty), release)
    val after = verdict(commit.after, release)
    val lost = entry.access.toSeq.sortBy(_.toString).filter { access =>
      val now = of(after, access)
      now.rank >= Verdict.Unknown.rank && now.rank > of(before, access).rank
    }
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

  /** A feature that is turned on will be used sooner or later, in a commit that carries no protocol. */
  private def verdict(side: TableSide, release: Release): ClientVerdict =
    Verdicts.judge(side.protocol, side.table.states.assumingUse, release)

  private def of(verdict: ClientVerdict, access: Access): Verdict = access match {
    case Access.Read => verdict.readVerdict
    case Access.Write => verdict.writeVerdict
  }
}

object RequiredClientsRule {
  val Name = "requiredClients"

  /** What a new table is compared with. */
  private val empty = TableSide(Protocol(1, 2), Map.empty)

  private[rules] def invalid(rule: String, problem: PolicyProblem): Finding = Finding(
    rule,
    "INVALID_POLICY",
    Map("key" -> problem.key, "value" -> problem.value, "problem" -> problem.problem)
  )
}
