package io.deltaward.guard

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.SetCommand

import io.deltaward.conf.{DeltawardConf, Lock, PolicyTexts}
import io.deltaward.errors.{DeltawardAnalysisException, Errors}
import io.deltaward.files.ClientCatalog
import io.deltaward.policy.{Policies, PolicyProblem}

/**
 * Checks `SET key = value` before it runs. Unlike the check of a single key, it knows the session and sees undeclared keys.
 */
final class SetStatementCheck(session: SparkSession) extends (LogicalPlan => Unit) {

  override def apply(plan: LogicalPlan): Unit = plan match {
    case SetCommand(Some((SetCommand.VariableName(key), Some(value)))) => check(key, value)
    case SetCommand(Some((key, Some(value)))) => check(key, value)
    case _ => ()
  }

  private def check(key: String, value: String): Unit = {
    DeltawardConf.names.stray(key).foreach(stray => throw Errors.unknownSetting(stray))
    DeltawardConf.settings.filter(_.aliases.contains(key)).foreach(Lock.require(_, value))
    if (key == DeltawardConf.CLIENTS_PATH.key) requireReadable(value)
    if (key == DeltawardConf.REQUIRED_CLIENTS.key) problem(value).foreach(PolicyTexts.refuse)
  }

  /** Requires that the file with clients can be read. On a locked cluster, the lock refuses the session's file instead. */
  private def requireReadable(file: String): Unit =
    if (!RuleSettings.forSession(session).locked) {
      val _ = ClientCatalog.withFile(session.asInstanceOf[classic.SparkSession], file)
    }

  /** Returns the problem with a policy, if any. If the file with clients cannot be read, no policy can be judged. */
  private def problem(value: String): Option[PolicyProblem] =
    try
      RuleSettings.forSession(session).policies(Map.empty).problem(Policies.RequiredClients, value)
    catch {
      case unread: DeltawardAnalysisException =>
        Some(PolicyProblem(Policies.RequiredClients, value, unread.getMessage))
    }
}
