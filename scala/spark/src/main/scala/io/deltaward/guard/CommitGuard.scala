package io.deltaward.guard

import scala.util.control.NonFatal

import org.apache.spark.internal.Logging

import io.deltaward.errors.{Attempt, CommitRefusedException, Errors}
import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol
import io.deltaward.rules._

/**
 * Lets the rules judge one transaction, at the moments that the bridge reports.
 *
 * @param table   the table's name, as a statement uses it; evaluated only for a message
 * @param earlier the versions that the statement has already written to the table
 */
final class CommitGuard(settings: RuleSettings, table: => String, earlier: => Seq[Long] = Nil)
    extends Logging {

  /** The warnings so far. The rules run several times in one transaction, and each warning is given once. */
  private var told = Set.empty[String]

  /**
   * Judges a commit before data is written. Its operation is not known yet. So the protection of history is judged later,
   * and the protocol is amended later.
   */
  def beforeWrite(commit: Commit): Unit =
    refuse(judge(commit)(_.checkPlanned(_)), commit)

  /**
   * Returns the properties of a table that a statement replaces, including the old ones that it does not remove. If the rule
   * cannot amend the boundary, it reports that later.
   */
  def carriedOver(commit: Commit): Map[String, String] = {
    val kept = commit.after.copy(properties = KeptProperties.findAfter(commit))
    val protects =
      governing(commit).mode(current(commit).properties)(CheckpointProtection.name) == Mode.Enforce
    if (protects)
      try CheckpointProtection.amend(commit.writing(kept)).properties
      catch { case NonFatal(_) => kept.properties }
    else kept.properties
  }

  /**
   * Judges a commit before the first attempt.
   *
   * @return what to write instead of what the commit would write
   */
  def beforeCommit(commit: Commit): Option[TableDescriptor] = {
    val judgement = judge(commit)(_.check(_))
    judgement.warnings.foreach { finding =>
      val (about, condition) = (attempt(commit), Errors.conditionOf(finding))
      warn(Errors.warning(finding, about), commit, finding.rule, condition = Some(condition))
    }
    refuse(judgement, commit)
    judgement.mended
  }

  /** Judges what each attempt really writes. It can no longer be amended. */
  def beforeAttempt(commit: Commit): Unit = {
    val judgement = judge(commit)(_.check(_))
    refuse(judgement, commit)
    val (tooHigh, others) = judgement.mends.partition(_.rule == LowestProtocolRule.name)
    if (others.nonEmpty) throw Errors.refused(others, attempt(commit))
    if (tooHigh.nonEmpty)
      judgement.mended.foreach(lowest =>
        throw Errors.changedDuringCommit(attempt(commit), commit, lowest.protocol)
      )
  }

  /** Returns the protocol that the commit would write, and the refusal, if any. It neither writes nor refuses. */
  def foresee(commit: Commit): (Protocol, Option[CommitRefusedException]) = {
    val judgement = judge(commit)(_.check(_))
    val refusals = Option.when(judgement.refusals.nonEmpty)(
      Errors.refused(judgement.refusals, attempt(commit))
    )
    val failed = judgement.failures.find(_.mode == Mode.Enforce)
      .map(Errors.ruleFailed(_, attempt(commit)))
    (judgement.mended.getOrElse(commit.after).protocol, failed.orElse(refusals))
  }

  private def attempt(commit: Commit): Attempt = Attempt(table, commit.operation, earlier)

  private def judge(commit: Commit)(check: (CommitRule, Commit) => Seq[Finding]): Judgement = {
    val properties = current(commit).properties
    val here = governing(commit)
    val rules =
      CommitRule.all(here.policies(properties), here.policies(commit.after.properties))
    RuleDriver.judge(rules, here.mode(properties), commit)(check)
  }

  private def governing(commit: Commit): RuleSettings = settings.settingsAt(commit.place())

  /** Returns the table whose settings apply to the commit. */
  private def current(commit: Commit): TableDescriptor = commit.before.getOrElse(commit.after)

  private def warn(
      text: String,
      commit: Commit,
      rule: String,
      condition: Option[String] = None,
      cause: Option[Throwable] = None
  ): Unit = if (!told(text)) {
    told += text
    cause.fold(logWarning(text))(logWarning(text, _))
    CommitWarnings.add(table, text, Some(commit.operation), Some(rule), condition)
  }

  private def refuse(judgement: Judgement, commit: Commit): Unit = {
    judgement.failures.foreach { failure =>
      if (failure.mode == Mode.Enforce) throw Errors.ruleFailed(failure, attempt(commit))
      else
        warn(
          Errors.ruleFailedWarning(failure, table),
          commit,
          failure.rule,
          cause = Some(failure.cause)
        )
    }
    if (judgement.refusals.nonEmpty)
      throw Errors.refused(judgement.refusals, attempt(commit))
  }
}
