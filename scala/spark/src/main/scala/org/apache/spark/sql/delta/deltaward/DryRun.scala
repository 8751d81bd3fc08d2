package org.apache.spark.sql.delta.deltaward

import io.deltaward.collections.Interruption
import io.deltaward.rules.Commit

/** Runs a statement until Delta knows its first commit, and stops there. Nothing is written. */
object DryRun {

  /** The point where a dry run stops. */
  sealed private[deltaward] trait Until

  private[deltaward] object Until {

    /** Stops at the first commit, or at the first data file that the statement would write before it. */
    case object Write extends Until

    /** Stops when protocol and metadata are as the statement would commit them. Its rows are neither read nor written. */
    final case class Rows(operation: String) extends Until
  }

  /**
   * Ends a dry run. Delta and Spark do not treat it as an error: they clean up and pass it on. Spark writes it to the
   * driver's log.
   */
  final private class Stopped(val commit: Commit)
      extends Interruption("EXPLAIN PROTOCOL ends here; nothing was written")

  private val running = ThreadLocal.withInitial[Option[Until]](() => None)

  def isOn: Boolean = running.get.isDefined

  private[deltaward] def current: Option[Until] = running.get

  /**
   * Returns the first commit that `body` would make, or `None` if it makes none. `body` must do nothing but commit to a
   * Delta table, on this thread.
   */
  def commitOf(body: => Any): Option[Commit] = run(Until.Write)(body)

  /**
   * Returns the first commit of a statement that also writes rows: INSERT, MERGE, or a new table `AS SELECT`.
   *
   * @param operation Delta's name of the operation
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
