package io.deltaward.guard

import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.SetCommand

import io.deltaward.conf.{DeltawardConf, Lock, PolicyTexts}
import io.deltaward.errors.{DeltawardAnalysisException, Errors}
import io.deltaward.files.ClientCatalog
import io.deltaward.policy.{Policies, PolicyProblem}

/**
 * Looks at `SET key = value` before it runs: here, unlike in the check of a key, the session is known, and keys that
 * nobody has declared are seen.
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

  /** Where the lock keeps the session's file out, that is said instead. */
  private def requireReadable(file: String): Unit =
    if (!RuleSettings.of(session).locked) {
      val _ = ClientCatalog.withFile(session.asInstanceOf[classic.SparkSession], file)
    }

  /** A file with clients that cannot be read leaves nothing to judge by. */
  private def problem(value: String): Option[PolicyProblem] =
    try RuleSettings.of(session).policies(Map.empty).problem(Policies.RequiredClients, value)
    catch {
      case unread: DeltawardAnalysisException =>
        Some(PolicyProblem(Policies.RequiredClients, value, unread.getMessage))
    }
}
