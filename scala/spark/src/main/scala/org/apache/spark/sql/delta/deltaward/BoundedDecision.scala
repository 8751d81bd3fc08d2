package org.apache.spark.sql.delta.deltaward

import scala.util.control.NonFatal

import io.deltaward.conf.{DeltawardConf, SessionConf}
import io.deltaward.conflicts.Unresolved
import io.deltaward.conflicts.Unresolved.SettingsChanged

/**
 * Decides conflicts within a limit of time, and only if the session still has the settings of the statement's start. Another
 * thread of the session may change them while the statement runs.
 */
final class BoundedDecision(statement: StatementContext) {

  private val settings = settingsNow

  private var deadline = newDeadline

  /** Gives the next attempt the whole limit of time. */
  def restart(): Unit = deadline = newDeadline

  /** Returns why the conflict stays, also if `body` fails. */
  def apply[A](body: => Either[Unresolved, A]): Either[Unresolved, A] = {
    val now = settingsNow
    val changed = (settings.keySet ++ now.keySet).filter(key => settings.get(key) != now.get(key))
    if (changed.nonEmpty) Left(SettingsChanged(changed.toSeq.sorted))
    else
      try deadline.run(body)
      catch { case NonFatal(failure) => Left(FailedResolution.reason(failure)) }
  }

  private def settingsNow: Map[String, String] =
    SessionConf.get(statement.session).getAllConfs.filter(_._1.startsWith("spark.sql."))

  private def newDeadline: Deadline =
    new Deadline(statement.settings.getConf(DeltawardConf.MAX_RESOLUTION_TIME))
}
