package io.deltaward.rules

import io.deltaward.clients.{Losses, Release}
import io.deltaward.features.{Causes, TableDescriptor}
import io.deltaward.policy.{Judgeable, Policies, RequiredClient}
import io.deltaward.protocol.LowestProtocol

/**
 * Refuses a commit that takes an access from a client that the policy requires. Ignores accesses that were lost before, so
 * that a table can be repaired.
 *
 * Refuses an invalid policy when it is set. An invalid policy that is already set blocks every change of the table except
 * its correction.
 */
final class RequiredClientsRule(policies: Policies, proposed: Policies) extends CommitRule {
  import RequiredClientsRule._

  override val name: String = RequiredClientsRule.Name

  /** Judges the lowest protocol, because the planned protocol may still be lowered. */
  override def checkPlanned(commit: Commit): Seq[Finding] =
    if (asksForNothing) Nil
    else if (proposed.unreadFile.isEmpty && proposed.required.isLeft && !commit.governanceIsKnown)
      Nil
    else {
      val lowest = commit.withProtocol(LowestProtocol.lower(commit.after.protocol))
      judge(lowest, if (commit.governanceIsKnown) Seq(policies, proposed) else Seq(policies))
    }

  private def asksForNothing: Boolean = proposed.unreadFile.isEmpty &&
    proposed.requiredClients.isEmpty && policies.requiredClients.isEmpty

  override def check(commit: Commit): Seq[Finding] = judge(commit, Seq(policies, proposed))

  /** @param inForce policies before the commit, and policies after it if they are known */
  private def judge(commit: Commit, inForce: Seq[Policies]): Seq[Finding] =
    if (!commit.changesTable) Nil
    else
      proposed.required match {
        case _ if proposed.unreadFile.nonEmpty =>
          proposed.unreadFile.map(ValidPolicyRule.unread(name, _)).toSeq
        case Left(problem) => Seq(ValidPolicyRule.invalid(name, problem))
        case Right(_) =>
          val lost = inForce.map(policy => policy -> lockouts(policy, commit)).filter(_._2.nonEmpty)
          if (lost.isEmpty) Nil
          else {
            val setIn = lost.map(_._1.named(Policies.RequiredClients)).distinct
            Seq(finding(setIn.mkString(" and "), lost.flatMap(_._2).distinct, commit))
          }
      }

  /** Returns the required clients that the commit locks out. An invalid policy requires none: the commit corrects it. */
  private def lockouts(policy: Policies, commit: Commit): Seq[Lockout] = for {
    (entry, client) <- policy.required.getOrElse(Nil)
    release <- entry.releasesOf(client)
    lockout <- lockout(entry, release, commit)
  } yield lockout

  private def lockout(entry: RequiredClient, release: Release, commit: Commit): Option[Lockout] = {
    val judged = commit.withFilesFor(Seq(release))
    val before = judged.before.getOrElse(TableDescriptor.empty)
    val losses = Losses.find(before, judged.after, release)
    val lost = losses.lost.filter(access =>
      entry.access(access) && Judgeable.judges(release, access)
    )
    Option.when(lost.nonEmpty)(Lockout(release, lost, losses.before, losses.after))
  }

  private def finding(setIn: String, lockouts: Seq[Lockout], commit: Commit): Finding = {
    val features = lockouts.flatMap(behind(_, commit)).distinct.sorted
    val added = commit.after.supported -- supportedBefore(commit)
    val byRows = !features.exists(added) && lockouts.forall(isOfRows(_, commit))
    val causes =
      if (features.isEmpty || byRows) withoutFeature(lockouts, commit)
      else commit.causesOf(features)
    Finding(
      name,
      "REQUIRED_CLIENT_LOCKED_OUT",
      Map(
        "policy" -> setIn,
        "lockedOut" -> LockedOut.lines(lockouts),
        "feature" -> causes.features,
        "cause" -> causes.text,
        "advice" -> causes.advice
      )
    )
  }

  /** Returns the feature that causes the lockout. Prefers one that the commit adds. */
  private def behind(lockout: Lockout, commit: Commit): Option[String] = {
    val added = commit.after.supported -- supportedBefore(commit)
    val blocking = lockout.blocking.toSeq.sorted
    def named(features: Set[String]): Option[String] =
      features.toSeq.sorted.find(feature => lockout.why.exists(_.contains(feature)))
    blocking.find(added)
      .orElse(named(added))
      .orElse(blocking.find(commit.turnsOn))
      // An UNKNOWN verdict has no blocking features.
      .orElse(named(commit.after.supported.filter(commit.turnsOn)))
  }

  /** Returns the causes for a commit that neither adds nor turns on a feature. */
  private def withoutFeature(lockouts: Seq[Lockout], commit: Commit): Causes = {
    val gone = (supportedBefore(commit) -- commit.after.supported).toSeq.sorted
    val letIn = lockouts.exists(lockout => lockout.lost.exists(lockout.isLetIn))
    if (lockouts.forall(isOfLocation(_, commit)))
      Causes(
        Unusable,
        s"the path of the table's directory, ${commit.after.location}",
        "Choose a path of ASCII letters, digits and the characters -._/ alone."
      )
    else if (lockouts.forall(isOfRows(_, commit)))
      Causes(
        Unusable,
        "the rows that it writes",
        "Leave out the rows whose partition or timestamp is the reason." +
          Option
            .when(commit.before.isEmpty)(
              " Remove the files in the directory before you create the table again."
            ).getOrElse("")
      )
    else if (letIn && gone.nonEmpty)
      Causes(Unusable, s"the removal of ${gone.mkString(", ")}", s"Keep ${gone.mkString(", ")}.")
    else {
      val ofVersions =
        lockouts.exists(_.why.exists(why => versions.exists(why.contains)))
      Causes(if (ofVersions) "higher protocol versions" else Unusable, "the statement itself", "")
    }
  }

  /** Checks whether a client could use the same new table in another directory. */
  private def isOfLocation(lockout: Lockout, commit: Commit): Boolean =
    commit.before.isEmpty && !isLost(lockout, commit)((_, after) => after.copy(location = ""))

  /** Checks whether a client could use the same table if the commit left the files as they were. */
  private def isOfRows(lockout: Lockout, commit: Commit): Boolean =
    !isLost(lockout, commit)((before, after) => after.copy(files = before.files))

  /** Checks whether the client would still lose one of these accesses if the commit left `other`. */
  private def isLost(lockout: Lockout, commit: Commit)(
      other: (TableDescriptor, TableDescriptor) => TableDescriptor
  ): Boolean = {
    val judged = commit.withFilesFor(Seq(lockout.release))
    val before = judged.before.getOrElse(TableDescriptor.empty)
    val losses = Losses.find(before, other(before, judged.after), lockout.release)
    losses.lost.exists(lockout.lost.contains)
  }

  private def supportedBefore(commit: Commit): Set[String] =
    commit.before.fold(Set.empty[String])(_.supported)
}

object RequiredClientsRule {
  val Name = "requiredClients"

  /** Names what the commit adds if it is no feature. */
  private val Unusable = "what they cannot use"

  private val versions = Seq("minReaderVersion", "minWriterVersion")
}
