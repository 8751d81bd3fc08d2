package io.deltaward.rules

import scala.util.control.NonFatal

import io.deltaward.features.TableDescriptor

/**
 * The combined result of all rules for one commit.
 *
 * @param refusals findings of enforcing rules that could not correct the commit
 * @param warnings findings that are only reported
 * @param failures rules that could not judge the commit
 * @param mended   the table to write instead, if enforcing rules corrected the commit
 * @param mends    findings that the correction resolves
 */
final case class Judgement(
    refusals: Seq[Finding],
    warnings: Seq[Finding],
    failures: Seq[RuleFailure],
    mended: Option[TableDescriptor],
    mends: Seq[Finding]
)

object Judgement {
  val nothing: Judgement = Judgement(Nil, Nil, Nil, None, Nil)
}

/** A rule that could not judge: it has a bug, or the log that it needs cannot be read. */
final case class RuleFailure(rule: String, mode: Mode, cause: Throwable)

/** Runs every rule and collects all findings, so that a user sees everything that is wrong at once. */
object RuleDriver {

  /**
   * @param mode  returns the mode of a rule by its name
   * @param check runs one check of a rule on the commit as earlier rules have corrected it
   */
  def judge(rules: Seq[CommitRule], mode: String => Mode, commit: Commit)(
      check: (CommitRule, Commit) => Seq[Finding]
  ): Judgement =
    rules
      .map(rule => rule -> mode(rule.name))
      .filter(_._2 != Mode.Off)
      .foldLeft(Judgement.nothing) { case (soFar, (rule, ruleMode)) =>
        val mended = soFar.mended.fold(commit)(commit.writing)
        try add(soFar, rule, ruleMode, check(rule, _), mended)
        catch {
          case NonFatal(e) =>
            soFar.copy(failures = soFar.failures :+ RuleFailure(rule.name, ruleMode, e))
        }
      }

  /** Adds the findings of a rule. Refuses the commit if the rule still finds something after its own correction. */
  private def add(
      soFar: Judgement,
      rule: CommitRule,
      mode: Mode,
      check: Commit => Seq[Finding],
      commit: Commit
  ): Judgement = {
    val findings = check(commit)
    if (findings.isEmpty) soFar
    else if (mode == Mode.Warn) soFar.copy(warnings = soFar.warnings ++ findings)
    else {
      val mended = rule.amend(commit)
      val left = if (mended == commit.after) findings else check(commit.writing(mended))
      if (left.isEmpty) soFar.copy(mended = Some(mended), mends = soFar.mends ++ findings)
      else soFar.copy(refusals = soFar.refusals ++ left)
    }
  }
}
