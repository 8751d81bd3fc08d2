package io.deltaward.concurrency.blocks

import org.apache.spark.sql.SparkSession

/**
 * One run of a block of code that is run again after a conflict. Jobs carry it as one of Spark's tags, which a Connect
 * client can set too, and which threads that a statement makes inherit.
 *
 * @param number the first run has 1
 */
final case class BlockRun(block: String, number: Int) {
  def tag: String = s"${BlockRun.Prefix}$block.$number"
}

object BlockRun {

  private val Prefix = "deltaward-block-"

  /** Connect puts its own words before it. */
  private val Tag = (Prefix + raw"([0-9a-f]{32})\.([1-9]\d{0,8})$$").r.unanchored

  /** Those that this thread works for: a block can be within another one. */
  def current: Set[BlockRun] =
    SparkSession.getActiveSession.orElse(SparkSession.getDefaultSession)
      .fold(Set.empty[String])(_.sparkContext.getJobTags())
      .collect { case Tag(block, number) => BlockRun(block, number.toInt) }
}
