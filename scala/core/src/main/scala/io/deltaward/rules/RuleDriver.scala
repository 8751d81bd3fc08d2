package io.deltaward.rules

import scala.util.control.NonFatal

import io.deltaward.protocol.Protocol

/**
 * What all rules together say of a commit.
 *
 * @param refusals findings of rules that enforce, and cannot mend
 * @param warnings findings that are only told
 * @param failures rules that themselves failed, with the failure and their mode
 * @param protocol the protocol to write, where an enforcing rule mends it
 */
final case class Judgement(
    refusals: Seq[Finding],
    warnings: Seq[Finding],
    failures: Seq[RuleFailure],
    protocol: Option[Protocol]
)

/** A rule that could not judge: a bug, or the log that it needs cannot be read. */
final case class RuleFailure(rule: String, mode: Mode, cause: Throwable)

/** Runs every rule and collects all findings, so that a user sees everything that is wrong at once. */
object RuleDriver {

  /**
   * @param mode  the mode of a rule, by its name
   * @param check which of a rule's checks to run, on the commit as the rules before have mended it
   */
  def judge(rules: Seq[CommitRule], mode: String => Mode, commit: Commit)(
      check: (CommitRule, Commit) => Seq[Finding]
  ): Judgement =
    rules
      .map(rule => rule -> mode(rule.name))
      .filter(_._2 != Mode.Off)
      .foldLeft(Judgement(Nil, Nil, Nil, None)) { case (soFar, (rule, ruleMode)) =>
        val mended = soFar.protocol.fold(commit)(commit.withProtocol)
        try add(soFar, rule, ruleMode, check(rule, mended), mended)
        catch {
          case NonFatal(e) =>
            soFar.copy(failures = soFar.failures :+ RuleFailure(rule.name, ruleMode, e))
        }
      }

  private def add(
      soFar: Judgement,
      rule: CommitRule,
      mode: Mode,
      findings: Seq[Finding],
      commit: Commit
  ): Judgement =
    if (findings.isEmpty) soFar
    else if (mode == Mode.Warn) soFar.copy(warnings = soFar.warnings ++ findings)
    else {
      val mended = rule.amend(commit.after.protocol)
      if (mended == commit.after.protocol) soFar.copy(refusals = soFar.refusals ++ findings)
      else soFar.copy(protocol = Some(mended))
    }
}
