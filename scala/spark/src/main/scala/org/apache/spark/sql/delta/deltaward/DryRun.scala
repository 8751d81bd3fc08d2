package org.apache.spark.sql.delta.deltaward

import scala.util.control.ControlThrowable

import io.deltaward.rules.Commit

/** Runs a statement up to the point where Delta knows its first commit, and no further: nothing is written. */
object DryRun {

  /** How far a statement is run. */
  sealed private[deltaward] trait Until

  private[deltaward] object Until {

    /** Its first commit, or the first data file that it would write before. */
    case object Write extends Until

    /** Protocol and metadata are as it would commit them. The rows that it is about are neither read nor written. */
    final case class Rows(operation: String) extends Until
  }

  /** Not an error to anybody on its way up: Delta and Spark clean up and pass it on; Spark writes it to the driver's log. */
  final private class Stopped(val commit: Commit)
      extends ControlThrowable("EXPLAIN PROTOCOL ends here; nothing was written")

  private val running = ThreadLocal.withInitial[Option[Until]](() => None)

  def isOn: Boolean = running.get.isDefined

  private[deltaward] def until: Option[Until] = running.get

  /**
   * The first commit that `body` would make, `None` where it makes none. Only for statements that do nothing but
   * commit to a Delta table, on this thread.
   */
  def commitOf(body: => Any): Option[Commit] = run(Until.Write)(body)

  /**
   * The same for a statement that writes rows as well: INSERT, MERGE, and a new table `AS SELECT`.
   *
   * @param operation Delta's name of what it does
   */
  def beforeRows(operation: String)(body: => Any): Option[Commit] = run(Until.Rows(operation))(body)

  private def run(until: Until)(body: => Any): Option[Commit] = {
    running.set(Some(until))
    try {
      val _ = body
      None
    } catch {
      case stopped: Stopped => Some(stopped.commit)
    } finally running.remove()
  }

  private[deltaward] def stop(commit: Commit): Nothing = throw new Stopped(commit)
}
