package io.deltaward.hook

import org.apache.spark.internal.Logging

import io.deltaward.conf.RuleSettings
import io.deltaward.errors.{CommitRefusedException, Errors}
import io.deltaward.protocol.Protocol
import io.deltaward.rules._

/** Lets the rules judge one transaction, at the moments that the bridge reports. */
final class CommitGuard(settings: RuleSettings, table: String) extends Logging {

  /**
   * Before data is written. Whether history stays protected depends on the operation, which is not known yet: that
   * is for later, as is mending the protocol.
   */
  def beforeWrite(commit: Commit): Unit =
    refuse(judge(commit)(_.checkPlanned(_)), commit)

  /**
   * Before the first attempt.
   *
   * @return the protocol to write in place of the commit's own
   */
  def beforeCommit(commit: Commit): Option[Protocol] = {
    val judgement = judge(commit)(_.check(_))
    judgement.warnings.foreach(f => logWarning(Errors.warning(f, table, commit.operation)))
    refuse(judgement, commit)
    judgement.protocol
  }

  /** Before every attempt, on what is really written: there is no mending any more. */
  def beforeAttempt(commit: Commit): Unit = {
    val judgement = judge(commit)(_.check(_))
    refuse(judgement, commit)
    judgement.protocol.foreach(lowest => throw Errors.changedDuringCommit(table, commit, lowest))
  }

  /** What would be refused, and the protocol that would be written, without doing either. */
  def foresee(commit: Commit): (Protocol, Option[CommitRefusedException]) = {
    val judgement = judge(commit)(_.check(_))
    val refusals = Option.when(judgement.refusals.nonEmpty)(
      Errors.refused(judgement.refusals, table, commit.operation)
    )
    val failed = judgement.failures.find(_.mode == Mode.Enforce)
      .map(Errors.ruleFailed(_, table, commit.operation))
    (judgement.protocol.getOrElse(commit.after.protocol), failed.orElse(refusals))
  }

  private def judge(commit: Commit)(check: (CommitRule, Commit) => Seq[Finding]): Judgement = {
    logDebug(s"Judging ${commit.operation} on $table, version ${commit.version}")
    val current = commit.before.getOrElse(commit.after).properties
    val rules =
      CommitRule.all(settings.policies(current), settings.policies(commit.after.properties))
    RuleDriver.judge(rules, settings.mode(current), commit)(check)
  }

  private def refuse(judgement: Judgement, commit: Commit): Unit = {
    judgement.failures.foreach { failure =>
      if (failure.mode == Mode.Enforce) throw Errors.ruleFailed(failure, table, commit.operation)
      else logWarning(Errors.ruleFailedWarning(failure, table), failure.cause)
    }
    if (judgement.refusals.nonEmpty)
      throw Errors.refused(judgement.refusals, table, commit.operation)
  }
}
