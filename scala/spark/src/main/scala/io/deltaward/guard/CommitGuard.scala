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
 * @param table   as a statement names it; asked for when there is something to say
 * @param earlier the versions that the statement has written to the table before
 */
final class CommitGuard(settings: RuleSettings, table: => String, earlier: => Seq[Long] = Nil)
    extends Logging {

  /** The rules are asked several times on the way of one transaction. */
  private var told = Set.empty[String]

  /**
   * Before data is written. Whether history stays protected depends on the operation, which is not known yet: that
   * is for later, as is mending the protocol.
   */
  def beforeWrite(commit: Commit): Unit =
    refuse(judge(commit)(_.checkPlanned(_)), commit)

  /**
   * The properties of a table that a statement puts something else in the place of: with those that it does not take
   * away. A check that fails leaves the boundary to the rule, which will say so.
   */
  def carriedOver(commit: Commit): Map[String, String] = {
    val kept = commit.after.copy(properties = KeptProperties.after(commit))
    val protects =
      governing(commit).mode(current(commit).properties)(CheckpointProtection.name) == Mode.Enforce
    if (protects)
      try CheckpointProtection.amend(commit.writing(kept)).properties
      catch { case NonFatal(_) => kept.properties }
    else kept.properties
  }

  /**
   * Before the first attempt.
   *
   * @return what to write in place of the commit's own
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

  /** Before every attempt, on what is really written: there is no mending any more. */
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

  /** What would be refused, and the protocol that would be written, without doing either. */
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

  private def governing(commit: Commit): RuleSettings = settings.at(commit.place())

  /** The table by whose own settings the commit is judged. */
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
