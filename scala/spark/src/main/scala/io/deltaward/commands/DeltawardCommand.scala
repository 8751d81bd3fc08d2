package io.deltaward.commands

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.command.LeafRunnableCommand

/** A statement of ours that answers with rows. It runs on the driver, on Spark Connect in the server. */
trait DeltawardCommand extends LeafRunnableCommand {

  /** The answer, in a session in which Delta is known to be configured. */
  protected def rows(session: classic.SparkSession): Seq[Product]

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_DELTA_NOT_CONFIGURED`, before anything else */
  final override def run(session: SparkSession): Seq[Row] = {
    val here = session.asInstanceOf[classic.SparkSession]
    DeltaConfigured.require(here)
    rows(here).map(Rows.of)
  }
}
