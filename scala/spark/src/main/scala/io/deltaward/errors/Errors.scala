package io.deltaward.errors

import io.deltaward.log.LogProblem
import io.deltaward.names.Screen
import io.deltaward.protocol.{Protocol, ProtocolProblem}
import io.deltaward.rules.{Commit, Finding, RuleFailure}

/** One constructor an error, with named parameters: the only place that knows which condition needs what. */
object Errors {

  /** Two rules may object to one thing. */
  def refused(findings: Seq[Finding], attempt: Attempt): CommitRefusedException =
    findings.distinctBy(finding => (finding.condition, finding.parameters)) match {
      case Seq(one) => refusal(one, attempt)
      case several =>
        refusal(
          Finding(
            several.map(_.rule).distinct.mkString(", "),
            "SEVERAL_FINDINGS",
            Map("findings" -> listed(several, attempt))
          ),
          attempt
        )
    }

  /** The text of a finding whose rule only warns. */
  def warning(finding: Finding, attempt: Attempt): String = {
    val condition = conditionOf(finding)
    val refused = Conditions.detail(condition, parametersOf(finding, attempt))
    s"[$condition] The commit to ${attempt.table} (${attempt.operation}) goes through, though the rule " +
      s"${finding.rule} objects: its mode is warn. ${Screen.cut(refused, mostTogether)}"
  }

  def changedDuringCommit(
      attempt: Attempt,
      commit: Commit,
      lowest: Protocol
  ): CommitRefusedException =
    refusal(
      Finding(
        "lowestProtocol",
        "CHANGED_DURING_COMMIT",
        Map("protocol" -> commit.after.protocol.toString, "lowest" -> lowest.toString)
      ),
      attempt
    )

  def ruleFailed(failure: RuleFailure, attempt: Attempt): CommitRefusedException =
    refusal(
      Finding(failure.rule, "RULE_FAILED", Map("cause" -> String.valueOf(failure.cause))),
      attempt,
      Some(failure.cause)
    )

  /** The text of a failed rule that does not enforce. */
  def ruleFailedWarning(failure: RuleFailure, table: String): String =
    s"The rule ${failure.rule} failed on $table; it does not enforce, so the commit goes on"

  /** Delta would write by its Kernel. */
  def notJudgedByKernel(table: String): CommitRefusedException =
    new CommitRefusedException("DELTAWARD_COMMIT_NOT_JUDGED.KERNEL", Map("table" -> table))

  /** Something else than Delta's own transaction would write. */
  def notJudged(table: String, transaction: String): CommitRefusedException =
    new CommitRefusedException(
      "DELTAWARD_COMMIT_NOT_JUDGED.TRANSACTION",
      Map("table" -> table, "transaction" -> transaction)
    )

  /** The message of a problem, for a column. */
  def describe(problem: ProtocolProblem): String = {
    val condition = conditionOf(problem)
    Conditions.message(condition, problem.parameters + ("field" -> problem.field))
  }

  /** The same inside a sentence: without its condition and its full stop. */
  def explain(problem: ProtocolProblem): String =
    Conditions
      .text(conditionOf(problem), problem.parameters + ("field" -> problem.field))
      .stripSuffix(".")
      .replaceFirst("^The", "the")

  def conditionOf(problem: ProtocolProblem): String =
    s"DELTAWARD_INVALID_PROTOCOL.${problem.condition}"

  def invalidProtocol(problem: ProtocolProblem): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      conditionOf(problem),
      problem.parameters + ("field" -> problem.field)
    )

  def syntax(near: String, hint: String): DeltawardAnalysisException =
    new DeltawardAnalysisException("DELTAWARD_SYNTAX_ERROR", Map("near" -> near, "hint" -> hint))

  def notDelta(kind: String, table: String, more: (String, String)*): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      s"DELTAWARD_NOT_A_DELTA_TABLE.$kind",
      Map("table" -> table) ++ more
    )

  def notReadable(problem: LogProblem, table: String): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      s"DELTAWARD_TABLE_NOT_READABLE.${problem.condition}",
      problem.parameters + ("table" -> table)
    )

  /** Delta fails on the log that was read here. */
  def notOpened(table: String, cause: String): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_TABLE_NOT_READABLE.NOT_OPENED",
      Map("table" -> table, "cause" -> cause)
    )

  def extensionMissing: DeltawardAnalysisException =
    new DeltawardAnalysisException("DELTAWARD_DELTA_NOT_CONFIGURED.EXTENSION", Map.empty)

  def catalogMissing(catalog: String): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_DELTA_NOT_CONFIGURED.CATALOG",
      Map("catalog" -> catalog)
    )

  def cannotExplain(why: String): DeltawardAnalysisException =
    new DeltawardAnalysisException("DELTAWARD_CANNOT_EXPLAIN", Map("why" -> why))

  def unknownClient(client: String, nearest: Option[String]): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_UNKNOWN_CLIENT",
      Map("client" -> client, "hint" -> nearest.fold("")(n => s"Did you mean $n?"))
    )

  def unknownFeature(feature: String, nearest: Option[String]): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_UNKNOWN_FEATURE",
      Map("feature" -> feature, "hint" -> nearest.fold("")(n => s"Did you mean $n?"))
    )

  def invalidClientsFile(path: String, problems: Seq[String]): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_INVALID_CLIENTS_FILE",
      Map("path" -> path, "problems" -> problems.mkString("; "))
    )

  def unsupportedDelta(
      found: String,
      supported: String,
      missing: Seq[String]
  ): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_UNSUPPORTED_DELTA",
      Map("found" -> found, "supported" -> supported, "missing" -> missing.mkString(", "))
    )

  private val mostTogether = 2000

  /** Each by the name of its condition, with its share of the room. */
  private def listed(findings: Seq[Finding], attempt: Attempt): String = findings.map { finding =>
    val text = Conditions.detail(conditionOf(finding), parametersOf(finding, attempt))
    Screen.cut(s"- [${finding.condition}] $text", mostTogether / findings.size)
  }.mkString("\n")

  private def refusal(
      finding: Finding,
      attempt: Attempt,
      reason: Option[Throwable] = None
  ): CommitRefusedException =
    new CommitRefusedException(conditionOf(finding), parametersOf(finding, attempt), reason)

  def conditionOf(finding: Finding): String = s"DELTAWARD_COMMIT_REFUSED.${finding.condition}"

  private def parametersOf(finding: Finding, attempt: Attempt): Map[String, String] =
    finding.parameters ++
      Option.when(finding.problems.nonEmpty)("problem" -> problems(finding.problems)) ++
      Map(
        "table" -> attempt.table,
        "operation" -> attempt.operation,
        "rule" -> finding.rule,
        "written" -> attempt.written
      )

  private val mostProblems = 5

  private def problems(found: Seq[ProtocolProblem]): String = {
    val texts = found.map { problem =>
      val parameters = problem.parameters + ("field" -> problem.field)
      s"${problem.field}: ${Conditions.detail(conditionOf(problem), parameters)}"
    }
    if (texts.sizeIs == 1) texts.head
    else {
      val more = Option.when(texts.sizeIs > mostProblems)(s"${texts.size - mostProblems} more.")
      (texts.take(mostProblems) ++ more).map("\n- " + _).mkString
    }
  }
}
