package org.apache.spark.sql.delta.deltaward

import scala.util.control.ControlThrowable

import io.deltaward.rules.Commit

/** Runs a statement up to the point where Delta has prepared its first commit, and no further. */
object DryRun {

  /** Not an error to anybody on its way up: Delta and Spark clean up and pass it on. */
  final private class Stopped(val commit: Commit) extends ControlThrowable

  private val running = ThreadLocal.withInitial[Boolean](() => false)

  def isOn: Boolean = running.get

  /**
   * The first commit that `body` would make, `None` where it makes none. Only for statements that do nothing but
   * commit to a Delta table, on this thread.
   */
  def commitOf(body: => Any): Option[Commit] = {
    running.set(true)
    try {
      val _ = body
      None
    } catch {
      case stopped: Stopped => Some(stopped.commit)
    } finally running.remove()
  }

  private[deltaward] def stop(commit: Commit): Nothing = throw new Stopped(commit)
}
