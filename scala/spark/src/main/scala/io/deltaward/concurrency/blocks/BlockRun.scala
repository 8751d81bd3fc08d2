package io.deltaward.concurrency.blocks

import org.apache.spark.sql.SparkSession

/**
 * One run of a block of code, which is repeated after a conflict. Spark jobs carry the run as a job tag. A Connect client
 * can set such a tag, too, and the threads that a statement starts inherit it.
 *
 * @param number the number of the run, counted from 1
 */
final case class BlockRun(block: String, number: Int) {
  def tag: String = s"${BlockRun.Prefix}$block.$number"
}

object BlockRun {

  private val Prefix = "deltaward-block-"

  /** Matches the tag of a run. Connect puts its own prefix before the tag. */
  private val Tag = (Prefix + raw"([0-9a-f]{32})\.([1-9]\d{0,8})$$").r.unanchored

  /** Returns the runs that this thread works for. There can be several, since blocks can be nested. */
  def current: Set[BlockRun] =
    SparkSession.getActiveSession.orElse(SparkSession.getDefaultSession)
      .fold(Set.empty[String])(_.sparkContext.getJobTags())
      .collect { case Tag(block, number) => BlockRun(block, number.toInt) }
}
