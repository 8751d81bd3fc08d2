package io.deltaward.guard

import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.internal.Logging

import io.deltaward.checkpoints._
import io.deltaward.errors.Errors
import io.deltaward.log.LogProblem
import io.deltaward.rules.{CheckpointProtection, Mode}
import io.deltaward.storage.ProtectionLog

/**
 * A log cleanup that Delta is about to run after a checkpoint.
 *
 * @param path         the root of the table
 * @param properties   the table's properties
 * @param checkpointAt the version of the checkpoint
 * @param now          the current time in milliseconds since the epoch
 * @param known        the features that the running Delta knows
 */
final case class CleanupRequest(
    path: Path,
    hadoopConf: Configuration,
    properties: Map[String, String],
    checkpointAt: Long,
    now: Long,
    retention: Retention,
    known: Set[String]
)

/**
 * Lets the rule `checkpointProtection` judge a log cleanup (rules C1 and C3). The commit already exists, so nothing is
 * refused. A cleanup that breaks the rule is skipped, and the next checkpoint tries again.
 */
final class CleanupGuard(settings: RuleSettings, table: String) extends Logging {

  /** Checks whether Delta may run the cleanup. */
  def allows(request: CleanupRequest): Boolean =
    settings.mode(request.properties)(CheckpointProtection.name) match {
      case Mode.Off => true
      case mode =>
        val found = told(request)
        found.map(CleanupGuard.message(table, _, mode)).foreach { text =>
          logWarning(text)
          CommitWarnings.add(table, text, rule = Some(CheckpointProtection.name))
        }
        found.isEmpty || mode == Mode.Warn
    }

  /** Returns the problems with a cleanup. A check that fails counts as a problem. */
  private def told(request: CleanupRequest): Seq[String] =
    try problems(request).fold(p => Seq(Errors.notReadable(p, table).getMessage), _.map(_.text))
    catch { case NonFatal(e) => Seq(s"The check failed: $e") }

  private def problems(request: CleanupRequest): Either[LogProblem, Seq[CleanupProblem]] =
    ProtectionLog.open(request.path, request.hadoopConf).flatMap { log =>
      val cutoff = Cleanup.cutoff(request.now, request.retention.log)
      val cleanup = Cleanup.plan(log.entries, request.checkpointAt, cutoff)
      if (cleanup.base.isEmpty) Right(Nil)
      else
        log.history.map { history =>
          val boundary = Protection.fromHistory(history).fold(0L)(_.highest)
          new CleanupCheck(boundary, history, request.known)
            .problems(cleanup, log.damage)
        }
    }
}

object CleanupGuard {

  private[guard] def message(table: String, problem: String, mode: Mode): String = {
    val rule = CheckpointProtection.name
    if (mode == Mode.Warn)
      s"The log of $table is cleaned up, because the mode of the rule $rule is warn. $problem"
    else s"The rule $rule holds back the cleanup of the log of $table. $problem"
  }
}
