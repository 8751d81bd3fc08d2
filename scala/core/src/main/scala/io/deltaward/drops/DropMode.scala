package io.deltaward.drops

/** How the history is dealt with that needs the feature to be read. */
sealed trait DropMode

object DropMode {

  /** It stays, behind protected checkpoints (rule D3). */
  case object ProtectHistory extends DropMode

  /**
   * It goes (rule D4).
   *
   * @param retention   milliseconds for which history stays
   * @param granularity milliseconds to a multiple of which Delta rounds the cut-off down
   */
  final case class TruncateHistory(retention: Long, granularity: Long) extends DropMode {

    def cutoff(now: Long): Long = Math.floorDiv(now - retention, granularity) * granularity

    /** The first moment at which the cut-off is no older than that. */
    def momentFor(cutoff: Long): Long =
      -Math.floorDiv(-cutoff, granularity) * granularity + retention
  }

  val Minute: Long = 60L * 1000
  val Day: Long = 24L * 60 * Minute
}
