package io.deltaward.serializability.schedule

/**
 * Maintenance of a table, besides its statements.
 *
 * @param text how to do it by hand
 */
sealed abstract class Upkeep(val text: String)

object Upkeep {

  /** VACUUM LITE, which goes by the log. A full VACUUM would delete files of uncommitted transactions. */
  case object Vacuum extends Upkeep("VACUUM t LITE RETAIN 0 HOURS")

  case object Checkpoint extends Upkeep("a checkpoint of the newest version is made")

  /** Writes tight statistics, as some engines do and Delta does not. */
  case object TightStatistics
      extends Upkeep(
        "in the newest version's log, statistics of files with deletion vectors are written anew, of the rows that are left"
      )

  /** Replaces the source table of a MERGE that has read it. */
  final case class SourceMadeAgain(writer: String)
      extends Upkeep(
        s"the source of $writer is removed, and a table without rows made in its place"
      )

  /** The upkeep that may come at any time. */
  val all: Seq[Upkeep] = Seq(Vacuum, Checkpoint, TightStatistics)
}
