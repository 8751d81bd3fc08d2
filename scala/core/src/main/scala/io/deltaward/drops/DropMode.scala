package io.deltaward.drops

/** The treatment of history that readers can read only with the feature. */
sealed trait DropMode

object DropMode {

  /** Keeps the history behind protected checkpoints (rule D3). */
  case object ProtectHistory extends DropMode

  /**
   * Deletes the history (rule D4).
   *
   * @param retention   how long history stays, in milliseconds
   * @param granularity unit to which Delta rounds the cut-off down, in milliseconds
   */
  final case class TruncateHistory(retention: Long, granularity: Long) extends DropMode {

    def cutoff(now: Long): Long = Math.floorDiv(now - retention, granularity) * granularity

    /** Returns the first moment at which the cut-off is `cutoff` or later. */
    def momentFor(cutoff: Long): Long =
      -Math.floorDiv(-cutoff, granularity) * granularity + retention
  }

  val Minute: Long = 60L * 1000
  val Day: Long = 24L * 60 * Minute
}
