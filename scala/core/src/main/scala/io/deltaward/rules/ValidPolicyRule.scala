package io.deltaward.rules

import io.deltaward.policy.{Policies, PoliciesFileProblem, PolicyProblem}
import io.deltaward.text.{Namespace, Stray}

/**
 * Refuses `deltaward.` table properties that do not exist or have invalid values, and `deltaward` settings that do not
 * exist. Delta accepts any property, and Spark any setting: a mistake would protect nothing.
 *
 * While the cluster's policies file cannot be used, its policies are unknown. The rule then refuses every commit that
 * changes more than rows.
 *
 * Problems that a table already has block every commit that changes protocol or metadata, except one that reduces them.
 *
 * @param proposed policies that would be in force after the commit
 */
final class ValidPolicyRule(proposed: Policies) extends CommitRule {
  override val name: String = ValidPolicyRule.Name

  override def checkPlanned(commit: Commit): Seq[Finding] =
    if (commit.governanceIsKnown) check(commit) else inSettings ++ inFile(commit)

  override def check(commit: Commit): Seq[Finding] =
    inSettings ++ inFile(commit) ++ (if (commit.changesTable) inProperties(commit) else Nil)

  private def inSettings: Seq[Finding] = proposed.straySettings.map(stray("UNKNOWN_SETTING", _))

  private def inFile(commit: Commit): Seq[Finding] =
    if (commit.changesTable) proposed.unreadFile.map(ValidPolicyRule.unread(name, _)).toSeq else Nil

  private def inProperties(commit: Commit): Seq[Finding] = {
    val left = problems(commit.after.properties)
    val corrects = left.nonEmpty && commit.before.exists { before =>
      val were = problems(before.properties)
      left.size < were.size && left.forall(were.contains)
    }
    if (corrects) Nil
    else left.map(_.fold(stray("UNKNOWN_PROPERTY", _), ValidPolicyRule.invalid(name, _)))
  }

  /** Returns what is wrong with the properties of a table. */
  def problems(properties: Map[String, String]): Seq[Either[Stray, PolicyProblem]] =
    properties.toSeq.sorted.flatMap { case (key, value) =>
      ValidPolicyRule.properties.stray(key).map(Left(_)) ++ problem(key, value).map(Right(_))
    }

  private def problem(key: String, value: String): Option[PolicyProblem] =
    if (ValidPolicyRule.modes(key)) Mode.problem(value).map(PolicyProblem(key, value, _))
    else proposed.problem(key, value)

  private def stray(condition: String, found: Stray): Finding =
    Finding(name, condition, Map("key" -> found.name, "hint" -> found.hint))
}

object ValidPolicyRule {
  val Name = "validPolicy"

  private lazy val modes: Set[String] = CommitRule.names.map(CommitRule.propertyKey).toSet

  /** The table properties that exist. */
  private lazy val properties: Namespace = new Namespace(
    before = "",
    names = (Policies.keys ++ modes).map(_.stripPrefix("deltaward.")).toSet,
    others = Seq("spark.", "delta.")
  )

  /**
   * Returns the property that `name` names or misspells. Returns `name` itself if it has deltaward's prefix but resembles no
   * property, and `None` for unrelated names.
   */
  def property(name: String): Option[String] =
    if (properties.has(name)) Some(name)
    else properties.stray(name).map(stray => stray.meant.getOrElse(name))

  private[rules] def unread(rule: String, problem: PoliciesFileProblem): Finding = Finding(
    rule,
    "INVALID_POLICIES_FILE",
    Map("path" -> problem.path, "problems" -> problem.list)
  )

  private[rules] def invalid(rule: String, problem: PolicyProblem): Finding = Finding(
    rule,
    "INVALID_POLICY",
    Map("key" -> problem.key, "value" -> problem.value, "problem" -> problem.sentence)
  )
}
