package io.deltaward.errors

import java.util.Locale

import scala.jdk.CollectionConverters._

import org.apache.spark.{SparkException, SparkThrowable}
import org.apache.spark.sql.delta.DeltaConcurrentModificationException

import io.deltaward.clients.{Access, ProblemList}
import io.deltaward.drops.DropStep
import io.deltaward.log.LogProblem
import io.deltaward.policy.PoliciesFileProblem
import io.deltaward.protocol.{Protocol, ProtocolProblem}
import io.deltaward.rules.{Commit, Finding, RuleFailure}
import io.deltaward.text.{Identifier, Screen, Stray}

/**
 * Creates all errors, with one method and named parameters for each. No other code knows which parameters a condition needs.
 */
object Errors {

  /** Creates the error of a refused commit. Two rules can object to the same thing, so equal findings count once. */
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

  /** Returns the warning for a finding of a rule that only warns. */
  def warning(finding: Finding, attempt: Attempt): String = {
    val condition = conditionOf(finding)
    val refused = Conditions.detail(condition, parametersOf(finding, attempt))
    s"[$condition] The rule ${finding.rule} objects to the commit to ${attempt.table} (${attempt.operation}), " +
      s"which goes through because the mode of the rule is warn. ${Screen.cut(refused, mostTogether)}"
  }

  /** Returns the text of a refusal for a commit that was not attempted. */
  def foreseen(refusal: CommitRefusedException): String = {
    val parameters = refusal.getMessageParameters.asScala.toMap
    s"${parameters("rule")} would refuse it. " +
      Conditions.detail(ErrorCondition.of(refusal), parameters)
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

  /** Returns the warning for a rule that failed and does not enforce. */
  def ruleFailedWarning(failure: RuleFailure, table: String): String =
    s"The rule ${failure.rule} failed on $table. Its mode is warn, so the commit goes through"

  /** Creates the error for a commit that Delta would write through its Kernel. */
  def notJudgedByKernel(table: String): CommitRefusedException =
    new CommitRefusedException("DELTAWARD_COMMIT_NOT_JUDGED.KERNEL", Map("table" -> table))

  /** Creates the error for a commit by a transaction that is not Delta's own. */
  def notJudged(table: String, transaction: String): CommitRefusedException =
    new CommitRefusedException(
      "DELTAWARD_COMMIT_NOT_JUDGED.TRANSACTION",
      Map("table" -> table, "transaction" -> transaction)
    )

  /** Creates the error for a rewrite of a file that has another deletion vector by now. */
  def outdatedRewrite(table: String, operation: String, file: String): CommitRefusedException =
    new CommitRefusedException(
      "DELTAWARD_OUTDATED_REWRITE",
      Map("table" -> table, "operation" -> operation, "file" -> file)
    )

  def blockNotRepeatable(kind: String, table: String): CommitRefusedException =
    new CommitRefusedException(s"DELTAWARD_BLOCK_NOT_REPEATABLE.$kind", Map("table" -> table))

  /** Returns the whole message of a problem, for a column. */
  def describe(problem: ProtocolProblem): String = {
    val condition = conditionOf(problem)
    Conditions.message(condition, problem.parameters + ("field" -> problem.field))
  }

  /** Returns the message of a problem for use inside a sentence, without its condition and its full stop. */
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

  /** Creates the error for a table that Delta cannot open, though its log could be read here. */
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

  def unknownAccessPath(
      choice: String,
      client: String,
      paths: Seq[String]
  ): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_UNKNOWN_CLIENT",
      Map("client" -> choice, "hint" -> s"The access paths of $client are ${paths.mkString(", ")}.")
    )

  def unknownFeature(feature: String, nearest: Option[String]): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_UNKNOWN_FEATURE",
      Map("feature" -> feature, "hint" -> nearest.fold("")(n => s"Did you mean $n?"))
    )

  def invalidClientsFile(path: String, problems: Seq[String]): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_INVALID_CLIENTS_FILE",
      Map("path" -> path, "problems" -> ProblemList.join(problems))
    )

  def invalidPoliciesFile(problem: PoliciesFileProblem): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_INVALID_POLICIES_FILE",
      Map("path" -> problem.path, "problems" -> problem.list)
    )

  def unsupportedDelta(
      found: String,
      supported: String,
      missing: Seq[String],
      advice: String
  ): UnsupportedDeltaException =
    new UnsupportedDeltaException(
      "DELTAWARD_UNSUPPORTED_DELTA",
      Map(
        "found" -> found,
        "supported" -> supported,
        "missing" -> Screen.listed(missing, mostMissing),
        "advice" -> advice
      )
    )

  /** Creates the error for a statement that a session without commit rules does not run. */
  def readOnly: DeltawardAnalysisException =
    new DeltawardAnalysisException("DELTAWARD_UNSUPPORTED_STATEMENT.READ_ONLY", Map.empty)

  /** Creates the error for a statement that needs members of Spark and Delta that are missing. */
  def unsupportedStatement(found: String, missing: Seq[String]): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_UNSUPPORTED_STATEMENT.MEMBERS_MISSING",
      Map("found" -> found, "missing" -> Screen.listed(missing, mostMissing))
    )

  private val mostMissing = 10
  private val mostTogether = 2000

  /** Lists findings by the names of their conditions. Each gets an equal share of the message. */
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

  /** @param other an access that the statement could ask for instead */
  def notOffered(
      client: String,
      access: Access,
      other: Option[Access]
  ): DeltawardAnalysisException =
    cannotMakeCompatible(
      "NOT_OFFERED",
      client,
      "access" -> access.toString,
      "hint" -> alone(other)
    )

  /** @param other an access that the statement could ask for instead */
  def noEvidence(
      client: String,
      reasons: Seq[String],
      other: Option[Access]
  ): DeltawardAnalysisException =
    cannotMakeCompatible(
      "NO_EVIDENCE",
      client,
      "reason" -> reasons.mkString("; "),
      "hint" -> alone(other)
    )

  private def alone(access: Option[Access]): String =
    access.fold("")(a =>
      s"To ask for that access alone, add FOR ${a.toString.toUpperCase(Locale.ROOT)}."
    )

  /** Creates the error for a client that fails on the table even without any features. */
  def notTheTable(client: String, failure: String): DeltawardAnalysisException =
    cannotMakeCompatible("NOT_THE_TABLE", client, "failure" -> failure)

  /**
   * @param copy  a statement that copies the table without the features; `None` if there is none
   * @param newer a sentence about a newer Delta Lake that can drop them, if there is one
   */
  def notDroppable(
      client: String,
      features: Seq[String],
      copy: Option[String],
      newer: Option[String]
  ): DeltawardAnalysisException = {
    val instead = copy match {
      case None => "A copy of the table would also need them."
      case Some(sql) if Screen.holds(sql) => s"Copy it instead: $sql"
      case Some(_) =>
        "Copy it instead, with the statement in the column fix of SHOW PROTOCOL COMPATIBILITY."
    }
    cannotMakeCompatible(
      "NOT_DROPPABLE",
      client,
      "features" -> features.mkString(", "),
      "hint" -> (newer.toSeq :+ instead).mkString(" ")
    )
  }

  def dropRefused(
      client: String,
      feature: String,
      refused: DropStep
  ): DeltawardAnalysisException =
    cannotMakeCompatible(
      "DROP_REFUSED",
      client,
      "feature" -> feature,
      "cause" -> refused.description,
      "hint" -> refused.statement.fold("")(sql => s"Run first: $sql")
    )

  /** @param problem what a cleanup of the log would do */
  def protectedHistory(client: String, problem: String): DeltawardAnalysisException =
    cannotMakeCompatible("PROTECTED_HISTORY", client, "problem" -> problem)

  val UntoldClustering: String =
    "the log no longer names the clustering columns: the newest checksum does not list them, and the commits and checkpoints " +
      "before it cannot be read"

  /** @param columns paths of physical names */
  def lostClustering(columns: Seq[Seq[String]]): String = {
    val names = Screen.listed(columns.map(_.map(Identifier.quoted).mkString(".")), 3)
    "column mapping was removed from a clustered table: the schema no longer has its clustering columns " +
      s"$names, and most statements of Delta fail. Copy the table with CREATE TABLE ... AS SELECT, which keeps all rows. Or " +
      "RESTORE it to the version before REMOVE COLUMN MAPPING (see DESCRIBE HISTORY), which loses the rows of later versions"
  }

  /** @param files missing files that a plan would read */
  def filesMissing(table: String, files: Seq[String]): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_FILES_MISSING",
      Map(
        "table" -> table,
        "count" -> files.size.toString,
        "files" -> Screen.listed(files.map(Screen.cut(_, 300)), 3)
      )
    )

  /**
   * @param done  how many statements of the plan ran before it
   * @param cause the error of Spark or Delta
   */
  def planFailed(statement: String, done: Int, cause: Throwable): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_PLAN_FAILED",
      Map(
        "statement" -> statement,
        "cause" -> told(cause),
        "done" ->
          (done match {
            case 0 => "No statement ran before it."
            case 1 => "One statement ran before it."
            case several => s"$several statements ran before it."
          })
      ),
      Some(cause)
    )

  /** Creates the error that replaces one that does not explain itself. */
  def statementFailed(cause: Throwable): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_STATEMENT_FAILED",
      Map(
        "cause" -> told(cause),
        "hint" ->
          (cause match {
            case _: IllegalArgumentException =>
              "Correct the value in the statement, in the table's properties or in the session's settings."
            case _ =>
              "If a file of the table is damaged, restore it from a backup. Or RESTORE the table to a version that does not " +
                "use the file."
          })
      ),
      Some(cause)
    )

  /**
   * Checks whether an error explains itself, as conflicts, cancelled jobs and errors with a condition do. PySpark has no
   * class for a plain SparkException, and shows its whole stack trace.
   */
  def explainsItself(error: Throwable): Boolean = error match {
    case _: DeltaConcurrentModificationException => true
    case plain: SparkException =>
      val condition = String.valueOf(ErrorCondition.of(plain))
      condition.startsWith("DELTA") || Cancelled.is(plain)
    case other => hasCondition(other)
  }

  private def hasCondition(error: Throwable): Boolean = error match {
    case known: SparkThrowable => ErrorCondition.of(known) != null
    case _ => false
  }

  /** Describes an error in one line: the first in its chain of causes that has a condition, or else the last. */
  private def told(error: Throwable): String = {
    val chain = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).toSeq
    val telling = chain.find(hasCondition).getOrElse(chain.last)
    val message = String.valueOf(telling.getMessage).linesIterator.nextOption().getOrElse("")
    Screen.cut(s"${telling.getClass.getSimpleName}: $message", 500)
  }

  def stale(table: String, statement: String): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_STALE_PLAN",
      Map("table" -> table, "statement" -> statement)
    )

  def notReadable(table: String, cause: Throwable): DeltawardAnalysisException =
    notReadable(
      LogProblem.NotReadable("_delta_log", String.valueOf(cause.getMessage)),
      table
    )

  def notWritable(table: String, cause: Throwable): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      "DELTAWARD_TABLE_NOT_WRITABLE",
      Map("table" -> table, "cause" -> String.valueOf(cause.getMessage))
    )

  private def cannotMakeCompatible(
      condition: String,
      client: String,
      parameters: (String, String)*
  ): DeltawardAnalysisException =
    new DeltawardAnalysisException(
      s"DELTAWARD_CANNOT_MAKE_COMPATIBLE.$condition",
      parameters.toMap + ("client" -> client)
    )

  def settingLocked(key: String, value: String, why: String): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_SETTING_LOCKED",
      Map("key" -> key, "value" -> value, "why" -> why)
    )

  def unknownSetting(stray: Stray): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_INVALID_SETTING.UNKNOWN_KEY",
      Map("key" -> stray.name, "hint" -> stray.hint)
    )

  def invalidPolicy(key: String, value: String, problem: String): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_INVALID_SETTING.POLICY",
      Map("key" -> key, "value" -> value, "problem" -> problem)
    )

  /** Creates the error for a table property that a write passes as an option. */
  def propertyAsOption(option: String, property: String): InvalidSettingException =
    new InvalidSettingException(
      "DELTAWARD_INVALID_SETTING.PROPERTY_AS_OPTION",
      Map("key" -> option, "property" -> property)
    )
}
