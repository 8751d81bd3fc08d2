package io.deltaward.serializability.schedule

/**
 * What is done to a table besides its statements.
 *
 * @param text how to do it by hand
 */
sealed abstract class Upkeep(val text: String)

object Upkeep {

  /** By the log: a full one would take the files of those who have not committed yet. */
  case object Vacuum extends Upkeep("VACUUM t LITE RETAIN 0 HOURS")

  case object Checkpoint extends Upkeep("a checkpoint of the newest version is made")

  /** As some engines do, and Delta does not. */
  case object TightStatistics
      extends Upkeep(
        "in the newest version's log, statistics of files with deletion vectors are written anew, of the rows that are left"
      )

  /** Of a MERGE, which has read it. */
  final case class SourceMadeAgain(writer: String)
      extends Upkeep(
        s"the source of $writer is removed, and a table without rows made in its place"
      )

  /** What may come at any time. */
  val all: Seq[Upkeep] = Seq(Vacuum, Checkpoint, TightStatistics)
}
